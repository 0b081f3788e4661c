/** The steps that made, and will make, the tables: which there are, and which of them a database has yet to take. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Connection, query } from './connection.ts'
import { applicationId } from './open-connection.ts'
import { StoreError } from '../store-error.ts'

/** One step forward. Its text never changes once it has been released: databases remember its checksum. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
}

const directory = new URL('./migrations/', import.meta.url)

type AppliedRow = [version: number, name: string, checksum: string]

const sql = {
  applicationId: query<[id: number]>('pragma application_id'),
  recordColumns: query<[count: number]>(
    "select count(*) from pragma_table_info('migration') where name in ('version', 'name', 'checksum')",
  ),
  applied: query<AppliedRow>('select version, name, checksum from migration order by version'),
} as const

/** The migrations of this version of the program, oldest first. */
export function listMigrations(): Migration[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(0, -'.sql'.length),
      text: readFileSync(new URL(file, directory), 'utf8'),
    }))
}

/** The SHA-256 of a migration's text, as a database records it. */
export function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.text).digest('hex')
}

/**
 * What the database has yet to take, oldest first; all of it where the file is empty.
 * Throws `foreign`, `newer` or `damaged` where the file can't be brought forward.
 */
export function pendingMigrations(
  connection: Connection,
  migrations: readonly Migration[],
): readonly Migration[] {
  if (isEmpty(connection)) return migrations
  const { database } = connection
  if (readApplicationId(connection) !== applicationId) {
    throw new StoreError('foreign', `${database} is a database of another program; nothing was changed.`)
  }
  const applied = readApplied(connection)
  const newer = applied.find(([version]) => version > migrations.length)
  if (newer !== undefined) {
    throw new StoreError(
      'newer',
      `${database} was made by a newer version of this program (it has ${newer[1]}); use that version.`,
    )
  }
  for (const [index, migration] of migrations.slice(0, applied.at(-1)?.[0]).entries()) {
    requireApplied(database, migration, applied[index])
  }
  return migrations.slice(applied.length)
}

/** Whether there is nothing in the file yet. */
export function isEmpty(connection: Connection): boolean {
  return (
    readApplicationId(connection) === 0 && connection.row('select 1 from sqlite_schema limit 1') === undefined
  )
}

function readApplicationId(connection: Connection): number | undefined {
  return connection.row(sql.applicationId)?.[0]
}

/** Migrations and their record are written in one transaction: a database of ours has some. */
function readApplied(connection: Connection): readonly AppliedRow[] {
  const [columns] = connection.row(sql.recordColumns) ?? [0]
  const applied = columns === 3 ? connection.rows(sql.applied) : []
  if (applied.length > 0) return applied
  throw new StoreError('damaged', `${connection.database} has no record of its migrations; restore a backup.`)
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
