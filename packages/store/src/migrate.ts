/** Brings a database forward to the tables of this version, or creates a new one. */
import { engineOf } from './content/engine-of.ts'
import type { MigrateOptions, MigrationReport } from './migration-steps.ts'

/**
 * Applies all pending migrations or none, and only one process at a time. A missing file is created for its owner only,
 * in an existing directory; a database of PostgreSQL must exist, and may be empty. Rejects with a `StoreError`:
 * `unreadable`, `unreachable`, `missing`, `conflict`, `foreign`, `newer`, `damaged`, `busy`, `full`.
 */
export async function migrate(options: MigrateOptions): Promise<MigrationReport> {
  return (await engineOf(options.database)).migrate(options)
}
