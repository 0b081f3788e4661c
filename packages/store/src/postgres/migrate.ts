/** Brings a database of PostgreSQL forward to the tables of this version, or makes them in an empty one. */
import { DatabaseError } from 'pg'
import { checksum, type MigrateOptions, type Migration, type MigrationReport } from '../migration-steps.ts'
import { StoreError } from '../store-error.ts'
import { lockChanges } from './change.ts'
import type { Transaction } from './connection.ts'
import { listMigrations, pendingMigrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'

/**
 * Applies the pending migrations, all or none, under the lock of changes: one runner at a time, and no change between
 * them. See `migrate`.
 */
export async function migratePostgres({
  database: url,
  dryRun = false,
}: MigrateOptions): Promise<MigrationReport> {
  const database = openDatabase({ database: url, connections: 1 })
  const migrations = listMigrations()
  try {
    return await database.transaction(dryRun ? 'read' : 'write', async (tx) => {
      if (!dryRun) await lockChanges(tx)
      const { pending, isEmpty } = await pendingMigrations(tx, migrations)
      if (!dryRun && pending.length > 0) await apply(tx, pending)
      return {
        created: isEmpty,
        applied: pending.map(({ name }) => name),
        version: migrations.at(-1)?.version ?? 0,
      }
    })
  } finally {
    await database.close()
  }
}

async function apply(tx: Transaction, migrations: readonly Migration[]): Promise<void> {
  await tx.script(`
    create table if not exists migration (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at bigint not null
    )`)
  for (const migration of migrations) {
    await applyOne(tx, migration)
    const { version, name } = migration
    await tx.run(
      'insert into migration (version, name, checksum, applied_at) values ($1, $2, $3, $4)',
      version,
      name,
      checksum(migration),
      Date.now(),
    )
  }
}

/** What a migration relies on is there, unless somebody else has changed the tables. */
async function applyOne(tx: Transaction, { name, text }: Migration): Promise<void> {
  try {
    await tx.script(text)
  } catch (error) {
    const cause = error instanceof StoreError && error.code === 'damaged' ? error.cause : error
    if (!(cause instanceof DatabaseError)) throw error
    throw new StoreError(
      'damaged',
      `Migration ${name} can't be applied to ${tx.database}: ${cause.message}; restore a backup.`,
      cause,
    )
  }
}
