/** Plants and grants as the operator sees them. */
import { type Connection, query } from './connection.ts'
import { batchSize, inBatches } from './keyset.ts'
import { matchPlants } from './selection.ts'
import { type GrantRow, type PlantRow, plantSql } from './plant-sql.ts'
import type { Administration, Grant, PlantRecord, PlantSelection, Subject } from '../store.ts'
import { requireSubject } from './subjects.ts'

/** The part of the operator's work that lists plants and grants. */
export function createPlantLists(connection: Connection): Pick<Administration, 'plants' | 'grants'> {
  return {
    plants: (selection) => listPlants(connection, selection),
    grants: (subject) => listGrants(connection, subject),
  }
}

async function* listPlants(connection: Connection, selection: PlantSelection): AsyncGenerator<PlantRecord> {
  const { where, parameters } = matchPlants(selection, 3)
  const sql = query<PlantRow>(`${plantSql.plants} ${where} ${plantSql.plantPage}`)
  yield* inBatches<PlantRecord>((last) =>
    connection.rows(sql, last?.id ?? 0, batchSize, ...parameters).map((row) => toRecord(row)),
  )
}

function toRecord([id, key, name, tag]: PlantRow): PlantRecord {
  return { id, name, ...(tag !== null && { tag }), ...(key !== null && { key }) }
}

async function* listGrants(connection: Connection, subject?: Subject): AsyncGenerator<Grant> {
  if (subject !== undefined) {
    const { kind, id } = requireSubject(connection, subject)
    yield* listGrantsTo(connection, kind, id, id)
    return
  }
  yield* listGrantsTo(connection, 'user', 0, Number.MAX_SAFE_INTEGER)
  yield* listGrantsTo(connection, 'group', 0, Number.MAX_SAFE_INTEGER)
}

/** The grants to the users, or groups, with ids between two. */
async function* listGrantsTo(
  connection: Connection,
  kind: 'user' | 'group',
  from: number,
  to: number,
): AsyncGenerator<Grant> {
  const sql = kind === 'user' ? plantSql.userGrants : plantSql.groupGrants
  const rows = inBatches<GrantRow>((last) =>
    connection.rows(sql, last?.[0] ?? from, last?.[2] ?? 0, to, batchSize),
  )
  for await (const [, name, ...plant] of rows) {
    yield { subject: kind === 'user' ? { user: name } : { group: name }, plant: toRecord(plant) }
  }
}
