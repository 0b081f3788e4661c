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

const folder = new URL('./migrations/', import.meta.url)

const sql = {
  applicationId: query<[id: number]>('pragma application_id'),
  applied: query<[version: number, name: string, checksum: string]>(
    'select version, name, checksum from migration order by version',
  ),
} as const

/** The migrations of this version of the program, oldest first. */
export function listMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(0, -'.sql'.length),
      text: readFileSync(new URL(file, folder), 'utf8'),
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
  const [id] = connection.row(sql.applicationId) ?? [0]
  if (id !== applicationId) {
    throw new StoreError(
      'foreign',
      `${connection.database} is a database of another program; nothing was changed.`,
    )
  }
  const applied = connection.rows(sql.applied)
  for (const [index, row] of applied.entries()) compareApplied(connection, row, migrations[index])
  return migrations.slice(applied.length)
}

function isEmpty(connection: Connection): boolean {
  const [id] = connection.row(sql.applicationId) ?? [0]
  return id === 0 && connection.row('select 1 from sqlite_schema limit 1') === undefined
}

function compareApplied(
  connection: Connection,
  [version, name, recorded]: readonly [number, string, string],
  migration: Migration | undefined,
): void {
  if (migration === undefined) {
    throw new StoreError(
      'newer',
      `${connection.database} was made by a newer version of this program (it has ${name}); use that version.`,
    )
  }
  if (migration.version !== version || checksum(migration) !== recorded) {
    throw new StoreError(
      'damaged',
      `${connection.database} was made with another text of migration ${name}; use the program that made it.`,
    )
  }
}
