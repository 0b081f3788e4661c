/** Brings a database forward to the tables of this version, or makes a new one. */
import type { MigrateOptions, MigrationReport } from './migration-steps.ts'
import { isPostgresUrl } from './postgres/address.ts'
import { runMigrations } from './sqlite/migrate.ts'
import { listMigrations } from './sqlite/migrations.ts'

/**
 * Applies the pending migrations, all or none, one runner at a time. A missing file is made, for its owner only, in a
 * directory that is there; a database of PostgreSQL must be there, and may be empty. Rejects with a `StoreError`:
 * `unreadable`, `unreachable`, `missing`, `conflict`, `foreign`, `newer`, `damaged`, `busy`, `full`.
 */
export async function migrate(options: MigrateOptions): Promise<MigrationReport> {
  if (!isPostgresUrl(options.database)) return runMigrations(options, listMigrations())
  // Loaded only where it is used: its driver is large.
  const { migratePostgres } = await import('./postgres/migrate.ts')
  return migratePostgres(options)
}
