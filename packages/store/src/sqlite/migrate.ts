/** Brings a database forward to the tables of this version, or creates a new one. */
import { createFile } from '../files/explain-path.ts'
import { besideFile, publishFile } from '../files/unfinished-file.ts'
import { isThere, requireFreePlace } from './database-file.ts'
import { isSqliteError } from './explain-error.ts'
import type { Connection } from './connection.ts'
import {
  checksum,
  type MigrateOptions,
  type Migration,
  type MigrationReport,
} from '../content/migration-steps.ts'
import { pendingMigrations } from './migrations.ts'
import { applicationId, enterWal, openSqlite, type SqliteOptions } from './open-connection.ts'
import { StoreError } from '../store-error.ts'

type Options = MigrateOptions & Pick<SqliteOptions, 'name'>

/**
 * Applies all pending migrations of the given ones or none, and only one process at a time. A missing file is created
 * for its owner only, in an existing directory; it appears whole or not at all. Messages call it `name`. Throws
 * `unreadable`, `conflict`, `foreign`, `newer`, `damaged`, `busy` or `full`.
 */
export function runMigrations(options: Options, migrations: readonly Migration[]): MigrationReport {
  const { database } = options
  const created = !isThere(database)
  if (created) requireFreePlace(database)
  const report = (applied: readonly Migration[]): MigrationReport => ({
    created,
    applied: applied.map((migration) => migration.name),
    version: migrations.at(-1)?.version ?? 0,
  })
  if (options.dryRun === true) return report(created ? migrations : inspect(options, migrations))
  if (!created) return report(bringForward(options, migrations))
  try {
    const made = besideFile(database, (path) => {
      const applied = bringForward({ name: database, ...options, database: path }, migrations)
      publishFile(path, database)
      return applied
    })
    return report(made)
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'conflict')) throw error
    // Another process was first, or the name is a link to a file that does not exist yet.
    createFile(database)
    return report(bringForward(options, migrations))
  }
}

function bringForward(options: Options, migrations: readonly Migration[]): readonly Migration[] {
  const connection = openSqlite(options)
  try {
    // Before anything is written: another program's database stays unchanged.
    if (pendingMigrations(connection, migrations).length === 0) return []
    enterWal(connection)
    connection.script('pragma foreign_keys = off')
    return connection.transaction(() => applyPending(connection, migrations))
  } finally {
    connection.close()
  }
}

function inspect(options: Options, migrations: readonly Migration[]): readonly Migration[] {
  const connection = openSqlite({ ...options, readOnly: true })
  try {
    return pendingMigrations(connection, migrations)
  } finally {
    connection.close()
  }
}

/**
 * Applies the pending migrations. The caller holds the write lock: those that another process applied meanwhile are no
 * longer pending.
 */
export function applyPending(connection: Connection, migrations: readonly Migration[]): readonly Migration[] {
  const pending = pendingMigrations(connection, migrations)
  connection.script(`
    pragma application_id = ${applicationId};
    create table if not exists migration (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at integer not null
    ) strict;
  `)
  for (const migration of pending) {
    applyMigration(connection, migration)
    const { version, name } = migration
    connection.run(
      'insert into migration values (?1, ?2, ?3, ?4)',
      version,
      name,
      checksum(migration),
      Date.now(),
    )
  }
  // References are not enforced meanwhile, so that a migration may rebuild a table that others refer to.
  if (connection.row('pragma foreign_key_check') === undefined) return pending
  throw new StoreError('damaged', `${connection.database} has rows that refer to nothing; run verify.`)
}

/** What a migration relies on exists, unless somebody else has changed the tables. */
function applyMigration(connection: Connection, { name, text }: Migration): void {
  try {
    connection.script(text)
  } catch (error) {
    const cause = error instanceof StoreError && error.code === 'damaged' ? error.cause : error
    if (!isSqliteError(cause)) throw error
    const { database } = connection
    throw new StoreError(
      'damaged',
      `Migration ${name} can't be applied to ${database}: ${cause.message}; restore a backup.`,
      cause,
    )
  }
}
