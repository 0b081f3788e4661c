/** Opens a database that has exactly the migrations of this version. */
import { requireFile } from './database-file.ts'
import type { Connection } from './connection.ts'
import { isEmpty, listMigrations, pendingMigrations } from './migrations.ts'
import { enterWal, openSqlite, type SqliteOptions } from './open-connection.ts'
import { requireNonePending, type StepsOptions } from '../migration-steps.ts'

/** Never creates a file. Throws `missing`, `unreadable`, `foreign`, `unfinished`, `newer`, `outdated` or `damaged`. */
export function openMigrated(options: SqliteOptions & StepsOptions): Connection {
  requireFile(options.database)
  const connection = openSqlite(options)
  try {
    requireMigrated(connection, options)
    if (options.readOnly !== true) enterWal(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function requireMigrated(connection: Connection, options: StepsOptions): void {
  const pending = pendingMigrations(connection, listMigrations(), options)
  requireNonePending(pending, isEmpty(connection), connection.database)
}
