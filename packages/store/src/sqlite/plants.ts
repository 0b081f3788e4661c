/** Plants as the operator sees them. */
import { type Connection, query } from './connection.ts'
import { batchSize, readBatches } from './keyset.ts'
import { matchPlants } from './selection.ts'
import { type PlantRow, plantSql } from './plant-sql.ts'
import type { Administration, PlantRecord, PlantSelection } from '../store.ts'

/** The part of the operator's work that lists plants. */
export function createPlantLists(connection: Connection): Pick<Administration, 'plants'> {
  return { plants: (selection) => listPlants(connection, selection) }
}

async function* listPlants(connection: Connection, selection: PlantSelection): AsyncGenerator<PlantRecord> {
  const { where, parameters } = matchPlants(selection, 3)
  const sql = query<PlantRow>(`${plantSql.plants} ${where} ${plantSql.plantPage}`)
  yield* readBatches<PlantRecord>((last) =>
    connection.rows(sql, last?.id ?? 0, batchSize, ...parameters).map((row) => toRecord(row)),
  )
}

/** A plant from its columns. */
export function toRecord([id, key, name, tag]: PlantRow): PlantRecord {
  return { id, name, ...(tag !== null && { tag }), ...(key !== null && { key }) }
}
