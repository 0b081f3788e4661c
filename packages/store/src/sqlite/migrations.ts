/** The migrations that create the tables: which exist, and which of them a database still lacks. */
import {
  type AppliedRow,
  foreign,
  type Migration,
  noRecord,
  readMigrations,
  requireNonePending,
  stepsAfter,
} from '../content/migration-steps.ts'
import { type Connection, query } from './connection.ts'
import { requireFile } from './database-file.ts'
import { applicationId, enterWal, openSqlite, type SqliteOptions } from './open-connection.ts'

const directory = new URL('./migrations/', import.meta.url)

const sql = {
  applicationId: query<[id: number]>('pragma application_id'),
  recordColumns: query<[count: number]>(
    "select count(*) from pragma_table_info('migration') where name in ('version', 'name', 'checksum')",
  ),
  applied: query<AppliedRow>('select version, name, checksum from migration order by version'),
} as const

/** The migrations of this version of the program, oldest first. */
export function listMigrations(): Migration[] {
  return readMigrations(directory)
}

/**
 * The migrations that the database still lacks, oldest first; all of them if the file is empty. Throws `foreign`,
 * `newer` or `damaged` if the file can't be brought forward.
 */
export function pendingMigrations(
  connection: Connection,
  migrations: readonly Migration[],
): readonly Migration[] {
  if (isEmpty(connection)) return migrations
  if (readApplicationId(connection) !== applicationId) throw foreign(connection.database)
  return stepsAfter(readApplied(connection), migrations, connection.database)
}

/** How many migrations the file has; 0: it is empty. */
export function readVersion(connection: Connection): number {
  const migrations = listMigrations()
  return isEmpty(connection) ? 0 : migrations.length - pendingMigrations(connection, migrations).length
}

/** Whether the file is still empty. */
export function isEmpty(connection: Connection): boolean {
  return (
    readApplicationId(connection) === 0 && connection.row('select 1 from sqlite_schema limit 1') === undefined
  )
}

function readApplicationId(connection: Connection): number | undefined {
  return connection.row(sql.applicationId)?.[0]
}

/** Migrations and their records are written in one transaction: a database of ours has some. */
function readApplied(connection: Connection): readonly AppliedRow[] {
  const [columns] = connection.row(sql.recordColumns) ?? [0]
  const applied = columns === 3 ? connection.rows(sql.applied) : []
  if (applied.length > 0) return applied
  throw noRecord(connection.database)
}

/**
 * Opens a database that has exactly the migrations of this version. Never creates a file. Throws `missing`,
 * `unreadable`, `foreign`, `newer`, `outdated` or `damaged`.
 */
export function openMigrated(options: SqliteOptions): Connection {
  requireFile(options.database)
  const connection = openSqlite(options)
  try {
    requireNonePending(
      pendingMigrations(connection, listMigrations()),
      isEmpty(connection),
      connection.database,
    )
    if (options.readOnly !== true) enterWal(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}
