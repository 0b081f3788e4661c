/** A place for histories over PostgreSQL. Its backups are made with its own tools. */
import { openPostgresStore } from '../../src/postgres/postgres-store.ts'
import type { MakePlace } from '../history/place.ts'
import { executeRaw, quickDatabase, readRaw, returnDatabase } from './databases.ts'

export const makePostgresPlace: MakePlace = async (now) => {
  const database = await quickDatabase()
  const store = await openPostgresStore({ database }, now)
  return {
    store,
    execute: (sql) => executeRaw(database, sql),
    accessRows: async () => {
      const rows = await readRaw(database, 'select user_id, plant_id from plant_access order by 1, 2')
      return rows.map((row) => ({ userId: Number(row['user_id']), plantId: Number(row['plant_id']) }))
    },
    close: async () => {
      await store.close()
      await returnDatabase(database)
    },
  }
}
