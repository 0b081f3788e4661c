/** Plants and the grants of single plants, for the operator. */
import { readBatches } from '../read-batches.ts'
import { type GrantRow, type PlantRow, toRecord } from '../rows/plant-row.ts'
import type { Administration, Grant, ListRange, PlantRecord, PlantSelection, Subject } from '../store.ts'
import { query, type Reading } from './connection.ts'
import { plantSql } from './plant-sql.ts'
import { matchPlants } from './selection.ts'
import { requireSubject } from './subjects.ts'

/** The operator's methods that list plants and grants of single plants. */
export function createPlantLists(reading: Reading): Pick<Administration, 'plants' | 'grants'> {
  return {
    plants: (selection, range) => listPlants(reading, selection, range),
    grants: (subject, range) => listGrants(reading, subject, range),
  }
}

async function* listPlants(
  reading: Reading,
  selection: PlantSelection,
  { after = 0, limit }: ListRange = {},
): AsyncGenerator<PlantRecord> {
  const { where, parameters } = matchPlants(selection, 3)
  const sql = query<PlantRow>(`${plantSql.plants} ${where} ${plantSql.plantPage}`)
  yield* readBatches<PlantRecord>(async (last, size) => {
    const rows = await reading.rows(sql, last?.id ?? after, size, ...parameters)
    return rows.map((row) => toRecord(row))
  }, limit)
}

async function* listGrants(reading: Reading, subject?: Subject, range?: ListRange): AsyncGenerator<Grant> {
  if (subject !== undefined) {
    const { kind, id } = await requireSubject(reading, subject)
    yield* listGrantsTo(reading, kind, [id, id], range)
    return
  }
  yield* listGrantsTo(reading, 'user', everybody)
  yield* listGrantsTo(reading, 'group', everybody)
}

const everybody = [0, Number.MAX_SAFE_INTEGER] as const

/** Grants to the users, or groups, with ids in an interval; the range applies to the plants of the first of them. */
async function* listGrantsTo(
  reading: Reading,
  kind: 'user' | 'group',
  [from, to]: readonly [number, number],
  { after = 0, limit }: ListRange = {},
): AsyncGenerator<Grant> {
  const sql = kind === 'user' ? plantSql.userGrants : plantSql.groupGrants
  const rows = readBatches<GrantRow>(
    (last, size) => reading.rows(sql, last?.[0] ?? from, last?.[2] ?? after, to, size),
    limit,
  )
  for await (const [, name, ...plant] of rows) {
    yield { subject: kind === 'user' ? { user: name } : { group: name }, plant: toRecord(plant) }
  }
}
