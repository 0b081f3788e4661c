/** The migrations that create the tables of a database: which exist, and which of them a database still lacks. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { StoreError } from '../store-error.ts'

/** One migration. Its text never changes once it has been released: databases remember its checksum. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
}

/** A migration that a database has applied. */
export type AppliedRow = [version: number, name: string, checksum: string]

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

/** The migrations in a directory, oldest first. Their names begin with four digits. */
export function readMigrations(directory: URL): Migration[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(0, -'.sql'.length),
      text: readFileSync(new URL(file, directory), 'utf8'),
    }))
}

/** The SHA-256 of a migration's text, as recorded in a database. */
export function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.text).digest('hex')
}

/** The migrations that `database` still lacks. Throws `newer` or `damaged`. */
export function stepsAfter(
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

/** Throws `outdated` if a migration is pending. */
export function requireNonePending(pending: readonly Migration[], isEmpty: boolean, database: string): void {
  if (pending.length === 0) return
  throw new StoreError(
    'outdated',
    isEmpty
      ? `${database} is empty; run migrate to make a database in it.`
      : `${database} is of an older version; run migrate first.`,
  )
}
