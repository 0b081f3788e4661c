/** Plants and grants as the operator sees them. */
import { query, type Reading } from './connection.ts'
import { batchSize, readBatches } from './keyset.ts'
import { matchPlants } from './selection.ts'
import { type GrantRow, type PlantRow, plantSql } from './plant-sql.ts'
import type { Administration, Grant, ListRange, PlantRecord, PlantSelection, Subject } from '../store.ts'
import { requireSubject } from './subjects.ts'

/** The part of the operator's work that lists plants and grants. */
export function createPlantLists(connection: Reading): Pick<Administration, 'plants' | 'grants'> {
  return {
    plants: (selection, range) => listPlants(connection, selection, range),
    grants: (subject) => listGrants(connection, subject),
  }
}

async function* listPlants(
  connection: Reading,
  selection: PlantSelection,
  { after = 0, limit }: ListRange = {},
): AsyncGenerator<PlantRecord> {
  const { where, parameters } = matchPlants(selection, 3)
  const sql = query<PlantRow>(`${plantSql.plants} ${where} ${plantSql.plantPage}`)
  yield* readBatches<PlantRecord>(
    (last, size) => connection.rows(sql, last?.id ?? after, size, ...parameters).map((row) => toRecord(row)),
    limit,
  )
}

/** A plant as it is shown. */
export function toRecord([id, key, name, tag]: PlantRow): PlantRecord {
  return { id, name, ...(tag !== null && { tag }), ...(key !== null && { key }) }
}

async function* listGrants(connection: Reading, subject?: Subject): AsyncGenerator<Grant> {
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
  connection: Reading,
  kind: 'user' | 'group',
  from: number,
  to: number,
): AsyncGenerator<Grant> {
  const sql = kind === 'user' ? plantSql.userGrants : plantSql.groupGrants
  const rows = readBatches<GrantRow>((last) =>
    connection.rows(sql, last?.[0] ?? from, last?.[2] ?? 0, to, batchSize),
  )
  for await (const [, name, ...plant] of rows) {
    yield { subject: kind === 'user' ? { user: name } : { group: name }, plant: toRecord(plant) }
  }
}
