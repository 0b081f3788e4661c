/** Brings a database forward to the tables of this version, or creates a new one. */
import type { MigrateOptions, MigrationReport } from './migration-steps.ts'
import { isPostgresUrl } from './postgres/address.ts'
import { runMigrations } from './sqlite/migrate.ts'
import { listMigrations } from './sqlite/migrations.ts'
import { onlyName } from './sqlite/one-name.ts'

/**
 * Applies all pending migrations or none, and only one process at a time. A missing file is created for its owner only,
 * in an existing directory; a database of PostgreSQL must exist, and may be empty. Rejects with a `StoreError`:
 * `unreadable`, `unreachable`, `missing`, `conflict`, `foreign`, `newer`, `damaged`, `busy`, `full`.
 */
export async function migrate(options: MigrateOptions): Promise<MigrationReport> {
  if (!isPostgresUrl(options.database)) {
    return runMigrations({ ...options, database: onlyName(options.database) }, listMigrations())
  }
  // Loaded only when needed: the driver is large.
  const { migratePostgres } = await import('./postgres/migrate.ts')
  return migratePostgres(options)
}
