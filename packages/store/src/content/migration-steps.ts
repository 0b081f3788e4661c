/** The migrations that create the tables of a database: which exist, and which of them a database still lacks. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { AppliedRow, Dialect, Reading, Transaction } from '../admin/sql.ts'
import { StoreError } from '../store-error.ts'

/** One migration. Its text never changes once it has been released: databases remember its checksum. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
}

/** What to bring forward. */
export interface MigrateOptions {
  readonly database: string
  /** Reports what would be done, and does nothing: it does not create a file either. */
  readonly dryRun?: boolean
}

/** What `migrate` did, or would do. */
export interface MigrationReport {
  /** Whether the database did not exist before. */
  readonly created: boolean
  /** The names of the migrations that were applied, oldest first. Empty: there was nothing to do. */
  readonly applied: readonly string[]
  /** The version of the tables afterwards. */
  readonly version: number
}

/** The migrations of this version of the program, oldest first. Their names begin with four digits. */
export function listMigrations({ migrations }: Pick<Dialect, 'migrations'>): Migration[] {
  return readdirSync(migrations)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(0, -'.sql'.length),
      text: readFileSync(new URL(file, migrations), 'utf8'),
    }))
}

/** What was done, or would be, when these of the migrations were applied. */
export function reportOf(
  created: boolean,
  applied: readonly Migration[],
  migrations: readonly Migration[],
): MigrationReport {
  return { created, applied: applied.map(({ name }) => name), version: migrations.at(-1)?.version ?? 0 }
}

/** The SHA-256 of a migration's text, as recorded in a database. */
function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.text).digest('hex')
}

/** The migrations that `database` still lacks. Throws `newer` or `damaged`. */
function stepsAfter(
  applied: readonly AppliedRow[],
  migrations: readonly Migration[],
  database: string,
): readonly Migration[] {
  for (const [index, migration] of migrations.slice(0, applied.at(-1)?.[0]).entries()) {
    requireApplied(database, migration, applied[index])
  }
  const newer = applied.find(([version]) => version > migrations.length)
  if (newer !== undefined) {
    throw new StoreError(
      'newer',
      `${database} was made by a newer version of this program (it has ${newer[1]}); use that version.`,
    )
  }
  return migrations.slice(applied.length)
}

function requireApplied(database: string, migration: Migration, applied: AppliedRow | undefined): void {
  if (applied?.[0] !== migration.version) {
    throw new StoreError('damaged', `${database} lacks migration ${migration.name}; restore a backup.`)
  }
  if (applied[2] !== checksum(migration)) {
    throw new StoreError(
      'damaged',
      `The checksum of migration ${migration.name} differs in ${database}: ` +
        'it was made by another program, or by an unreleased version of this one.',
    )
  }
}

/** The error for a database that has our tables but no record of its migrations. */
export function noRecord(database: string): StoreError {
  return new StoreError('damaged', `${database} has no record of its migrations; restore a backup.`)
}

/** The error for a database of another program. */
export function foreign(database: string): StoreError {
  return new StoreError('foreign', `${database} is a database of another program; nothing was changed.`)
}

/**
 * The migrations that the database still lacks, oldest first; all of them if it is empty (`isEmpty`). Rejects with
 * `foreign`, `newer` or `damaged` if it can't be brought forward.
 */
export async function pendingMigrations(
  reading: Reading,
  migrations: readonly Migration[] = listMigrations(reading.dialect),
): Promise<{ readonly pending: readonly Migration[]; readonly isEmpty: boolean }> {
  const applied = await reading.dialect.readApplied(reading)
  return applied === undefined
    ? { pending: migrations, isEmpty: true }
    : { pending: stepsAfter(applied, migrations, reading.database), isEmpty: false }
}

/** How many migrations the database has; 0: it is empty. */
export async function readVersion(reading: Reading): Promise<number> {
  const migrations = listMigrations(reading.dialect)
  const { pending, isEmpty } = await pendingMigrations(reading, migrations)
  return isEmpty ? 0 : migrations.length - pending.length
}

/** Rejects with `outdated` if a migration is pending, and as `pendingMigrations` does. */
export async function requireMigrated(reading: Reading): Promise<void> {
  const { pending, isEmpty } = await pendingMigrations(reading)
  if (pending.length === 0) return
  throw new StoreError(
    'outdated',
    isEmpty
      ? `${reading.database} is empty; run migrate to make a database in it.`
      : `${reading.database} is of an older version; run migrate first.`,
  )
}

/** Applies the pending migrations. Nobody else changes the database: what another process applied is not pending. */
export async function applyPending(
  tx: Transaction,
  migrations: readonly Migration[] = listMigrations(tx.dialect),
): Promise<readonly Migration[]> {
  const { pending } = await pendingMigrations(tx, migrations)
  await tx.script(tx.dialect.migrationTable)
  for (const migration of pending) {
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
  return pending
}

/** What a migration relies on exists, unless somebody else has changed the tables. */
async function applyOne(tx: Transaction, { name, text }: Migration): Promise<void> {
  try {
    await tx.script(text)
  } catch (error) {
    if (error instanceof StoreError && error.code !== 'damaged') throw error
    const cause = error instanceof StoreError ? error.cause : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StoreError(
      'damaged',
      `Migration ${name} can't be applied to ${tx.database}: ${reason}; restore a backup.`,
      cause,
    )
  }
}
