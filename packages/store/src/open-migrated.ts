/** Opens a database that is as this version of the program makes it. */
import { requireFile } from './database-file.ts'
import type { Engine } from './engine.ts'
import { listMigrations, pendingMigrations } from './migrations.ts'
import { accessSql } from './sql/access-sql.ts'
import { enterWal, openSqlite, type SqliteOptions } from './sqlite.ts'
import { StoreError } from './store-error.ts'

/** Never creates a file. Throws `missing`, `unreadable`, `foreign`, `newer`, `outdated` or `damaged`. */
export function openMigrated(options: SqliteOptions): Engine {
  requireFile(options.database)
  const engine = openSqlite(options)
  try {
    if (pendingMigrations(engine, listMigrations()).length > 0) {
      throw new StoreError('outdated', `${options.database} is of an older version; run migrate first.`)
    }
    if (options.readOnly !== true) {
      enterWal(engine, options.busyTimeoutMs)
      engine.script(accessSql.workspace)
    }
    return engine
  } catch (failure) {
    engine.close()
    throw failure
  }
}
