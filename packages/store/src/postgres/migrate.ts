/** Brings a PostgreSQL database forward to the tables of this version, or creates them in an empty one. */
import { DatabaseError } from 'pg'
import {
  checksum,
  type MigrateOptions,
  type Migration,
  type MigrationReport,
} from '../content/migration-steps.ts'
import { StoreError } from '../store-error.ts'
import { lockChanges } from './operators-database.ts'
import { query, type Transaction } from './connection.ts'
import { listMigrations, pendingMigrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'

/**
 * Applies all pending migrations or none, under the lock of changes: only one process at a time, and no change
 * meanwhile. See `migrate`.
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
      if (isEmpty) await requirePlace(tx)
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

const place = query<[encoding: string, schema: string | null, role: string, mayCreate: string]>(`
  select current_setting('server_encoding'), current_schema()::text, current_user::text,
    has_schema_privilege(current_schema(), 'create')::text`)

/** Rejects with `unreadable` if tables may not be created, or can't hold every text. */
async function requirePlace(tx: Transaction): Promise<void> {
  const [encoding, schema, role, mayCreate] = (await tx.row(place)) ?? ['', null, '', '']
  if (encoding !== 'UTF8') {
    throw new StoreError(
      'unreadable',
      `${tx.database} is encoded in ${encoding}, which does not have every character. ` +
        "Make a database for it on its server with: create database … encoding 'UTF8' template template0.",
    )
  }
  if (schema === null) {
    throw new StoreError(
      'unreadable',
      `There is no schema for tables in ${tx.database}: make one that is in the search_path of the user, such as public.`,
    )
  }
  if (mayCreate === 'true') return
  throw new StoreError(
    'unreadable',
    `The role ${role} may not make tables in the schema ${schema} of ${tx.database}. ` +
      'Have the database owned by it, or grant it create on the schema.',
  )
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

/** What a migration relies on exists, unless somebody else has changed the tables. */
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
