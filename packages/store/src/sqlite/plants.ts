/** Plants, for the operator. */
import { query, type Reading } from './connection.ts'
import { readBatches } from '../read-batches.ts'
import { matchPlants } from './selection.ts'
import { type PlantRow, toRecord } from '../rows/plant-row.ts'
import { plantSql } from './plant-sql.ts'
import type { Administration, ListRange, PlantRecord, PlantSelection } from '../store.ts'

/** The operator's methods that list plants. */
export function createPlantLists(connection: Reading): Pick<Administration, 'plants'> {
  return { plants: (selection, range) => listPlants(connection, selection, range) }
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
