/** Opens a database that has exactly the migrations of this version. */
import { requireNonePending, type StepsOptions } from '../migration-steps.ts'
import type { Database } from './connection.ts'
import { listMigrations, pendingMigrations } from './migrations.ts'
import { openDatabase, type PostgresOptions } from './open-database.ts'

/** Rejects with `missing`, `unreachable`, `unreadable`, `foreign`, `unfinished`, `newer`, `outdated`, `damaged` or `invalid`. */
export async function openMigrated({
  unfinished,
  ...options
}: PostgresOptions & StepsOptions): Promise<Database> {
  const database = openDatabase(options)
  try {
    const { pending, isEmpty } = await database.transaction('read', (tx) =>
      pendingMigrations(tx, listMigrations(), { unfinished }),
    )
    requireNonePending(pending, isEmpty, database.database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
