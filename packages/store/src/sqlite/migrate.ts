/** Brings a database forward to the tables of this version, or creates a new one; and opens one of this version. */
import {
  applyPending,
  listMigrations,
  type MigrateOptions,
  type Migration,
  type MigrationReport,
  pendingMigrations,
  reportOf,
  requireMigrated,
} from '../content/migration-steps.ts'
import { createFile } from '../files/explain-path.ts'
import { openUnfinished, publishFile } from '../files/unfinished-file.ts'
import { StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { isThere, requireFile, requireFreePlace } from './database-file.ts'
import { sqliteDialect } from './dialect.ts'
import { enterWal, openSqlite, type SqliteOptions } from './open-connection.ts'
import { inTransaction, inTurn, transactionOf } from './operators-database.ts'

type Options = MigrateOptions & Pick<SqliteOptions, 'name'>

/**
 * Applies all pending migrations of the given ones or none, and only one process at a time. A missing file is created
 * for its owner only, in an existing directory; it appears whole or not at all. Messages call it `name`. Rejects with
 * `unreadable`, `conflict`, `foreign`, `newer`, `damaged`, `busy` or `full`.
 */
export async function runMigrations(
  options: Options,
  migrations: readonly Migration[] = listMigrations(sqliteDialect),
): Promise<MigrationReport> {
  const { database } = options
  const created = !isThere(database)
  if (created) requireFreePlace(database)
  const report = (applied: readonly Migration[]): MigrationReport => reportOf(created, applied, migrations)
  if (options.dryRun === true) return report(created ? migrations : await inspect(options, migrations))
  if (!created) return report(await bringForward(options, migrations))
  try {
    using unfinished = openUnfinished(database)
    const applied = await bringForward({ name: database, ...options, database: unfinished.path }, migrations)
    publishFile(unfinished.path, database)
    return report(applied)
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'conflict')) throw error
    // Another process was first, or the name is a link to a file that does not exist yet.
    createFile(database)
    return report(await bringForward(options, migrations))
  }
}

async function bringForward(
  options: Options,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  using connection = openSqlite(options)
  const tx = transactionOf(connection)
  // Before anything is written: another program's database stays unchanged.
  if ((await pendingMigrations(tx, migrations)).pending.length === 0) return []
  return await inTurn(() => {
    enterWal(connection)
    // References are not enforced meanwhile, so that a migration may rebuild a table that others refer to.
    connection.script('pragma foreign_keys = off')
    return inTransaction(connection, 'begin immediate', async () => {
      const applied = await applyPending(tx, migrations)
      if (connection.row('pragma foreign_key_check') === undefined) return applied
      throw new StoreError('damaged', `${connection.database} has rows that refer to nothing; run verify.`)
    })
  })
}

async function inspect(options: Options, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  using connection = openSqlite({ ...options, readOnly: true })
  return (await pendingMigrations(transactionOf(connection), migrations)).pending
}

/**
 * Opens a database that has exactly the migrations of this version. Never creates a file. Rejects with `missing`,
 * `unreadable`, `foreign`, `newer`, `outdated` or `damaged`.
 */
export async function openMigrated(options: SqliteOptions): Promise<Connection> {
  requireFile(options.database)
  const connection = openSqlite(options)
  try {
    await requireMigrated(transactionOf(connection))
    if (options.readOnly !== true) enterWal(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}
