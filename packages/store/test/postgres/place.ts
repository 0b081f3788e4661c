/** A place for histories over PostgreSQL; without backups, which PostgreSQL's own tools make. */
import { openPostgresStore } from '../../src/postgres/postgres-store.ts'
import type { MakePlace } from '../history/place.ts'
import { executeRaw, quickDatabase, readAccessRows, returnDatabase } from './databases.ts'

export const makePostgresPlace: MakePlace = async (now) => {
  const database = await quickDatabase()
  const store = await openPostgresStore({ database }, now)
  return {
    store,
    execute: (sql) => executeRaw(database, sql),
    accessRows: () => readAccessRows(database),
    close: async () => {
      await store.close()
      await returnDatabase(database)
    },
  }
}
