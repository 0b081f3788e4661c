/** Opens a database as a store. */
import type { ChangeOptions } from './admin/change.ts'
import type { OnRead, Store } from './store.ts'
import { isPostgresUrl } from './postgres/address.ts'
import { onlyName } from './sqlite/one-name.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import type { Engine } from './content/engine.ts'
import { sqliteEngine } from './sqlite/engine.ts'
import type { MigrateOptions, MigrationReport } from './content/migration-steps.ts'

/** Which database to open, and how. */
export interface OpenStoreOptions extends ChangeOptions {
  /** The path of a file, or the address of a database of PostgreSQL, `postgres://…`. */
  readonly database: string
  /** For reading only. A file needs a directory that may be written to all the same. */
  readonly readOnly?: boolean
  /** The maximum number of simultaneous connections to PostgreSQL. */
  readonly connections?: number
  /**
   * How long a request waits for PostgreSQL, and a command for a connection and for a sign of life: 15 s by default. A
   * statement of a command may then take an hour.
   */
  readonly timeoutMs?: number
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number
  readonly onRead?: OnRead
}

/**
 * Opens an existing database that `migrate` has brought forward; never creates one. Rejects with a `StoreError`:
 * `missing`, `unreadable`, `unreachable`, `invalid`, `foreign`, `newer`, `outdated`, `damaged`. The caller closes the
 * store.
 */
export async function openStore({ now = Date.now, onRead, ...options }: OpenStoreOptions): Promise<Store> {
  if (!isPostgresUrl(options.database)) {
    return openSqliteStore({ ...options, database: onlyName(options.database) }, now, onRead)
  }
  // Loaded only when needed: the driver is large.
  const { openPostgresStore } = await import('./postgres/postgres-store.ts')
  return openPostgresStore(options, now, onRead)
}

/** Which engine holds a database. PostgreSQL's is loaded only when needed, as above. */
export async function engineOf(database: string): Promise<Engine> {
  return isPostgresUrl(database) ? (await import('./postgres/engine.ts')).postgresEngine : sqliteEngine
}

/**
 * Applies all pending migrations or none, and only one process at a time. A missing file is created for its owner only,
 * in an existing directory; a database of PostgreSQL must exist, and may be empty. Rejects with a `StoreError`:
 * `unreadable`, `unreachable`, `missing`, `conflict`, `foreign`, `newer`, `damaged`, `busy`, `full`.
 */
export async function migrate(options: MigrateOptions): Promise<MigrationReport> {
  return (await engineOf(options.database)).migrate(options)
}
