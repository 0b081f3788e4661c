/** The steps that made, and will make, the tables: which there are, and which of them a database has yet to take. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Engine, query } from './engine.ts'
import { applicationId } from './sqlite.ts'
import { StoreError } from './store-error.ts'

/** One step forward. Its text never changes once it has been released: databases remember its checksum. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
}

const folder = new URL('../migrations/sqlite/', import.meta.url)

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
export function pendingMigrations(engine: Engine, migrations: readonly Migration[]): readonly Migration[] {
  if (isEmpty(engine)) return migrations
  const [id] = engine.row(sql.applicationId) ?? [0]
  if (id !== applicationId) {
    throw new StoreError(
      'foreign',
      `${engine.database} is a database of another program; nothing was changed.`,
    )
  }
  const applied = engine.rows(sql.applied)
  for (const [index, row] of applied.entries()) compareApplied(engine, row, migrations[index])
  return migrations.slice(applied.length)
}

function isEmpty(engine: Engine): boolean {
  const [id] = engine.row(sql.applicationId) ?? [0]
  return id === 0 && engine.row('select 1 from sqlite_schema limit 1') === undefined
}

function compareApplied(
  engine: Engine,
  [version, name, recorded]: readonly [number, string, string],
  migration: Migration | undefined,
): void {
  if (migration === undefined) {
    throw new StoreError(
      'newer',
      `${engine.database} was made by a newer version of this program (it has ${name}); use that version.`,
    )
  }
  if (migration.version !== version || checksum(migration) !== recorded) {
    throw new StoreError(
      'damaged',
      `${engine.database} was made with another text of migration ${name}; use the program that made it.`,
    )
  }
}
