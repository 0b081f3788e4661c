/** Backing up a whole database and restoring it, whatever the engine. */
import { closeSync, openSync, readSync } from 'node:fs'
import type {
  BackupOptions,
  BackupReport,
  BackupSummary,
  DatabaseSummary,
  RestoreOptions,
  RestoreReport,
} from './backup-options.ts'
import { isPostgresUrl, nameDatabase } from './postgres/address.ts'
import { backupFile } from './sqlite/backup.ts'
import { describeDatabaseFile, describeFile } from './sqlite/describe-database.ts'
import { onlyName } from './sqlite/one-name.ts'
import { restoreFile } from './sqlite/restore.ts'
import { StoreError } from './store-error.ts'

/**
 * Writes a verified copy of the database as of one moment to a new file that only its owner may read and that records
 * when it was made. For SQLite the file is a database; for PostgreSQL it is a dump of `pg_dump` in the custom format.
 * The file appears whole or not at all. Rejects with a `StoreError`: `conflict` if the file already exists, `damaged`
 * if the database is not sound, `no-tool`, `full`, `unreadable`, and as `openStore` does. A process that is killed
 * meanwhile leaves a directory whose name ends in `.partial`; it may be deleted.
 */
export async function backup(options: BackupOptions): Promise<BackupReport> {
  if (!isPostgresUrl(options.database)) return backupFile(options)
  const { backupPostgres } = await import('./postgres/backup.ts')
  return backupPostgres(options)
}

/**
 * Verifies the backup, keeps a backup of the database's current content in a new file (beside the database or, for
 * PostgreSQL, beside the backup), then replaces the whole content in one transaction: a reader sees all of the restore
 * or none of it, and so does whoever opens the database after a kill or a power cut. A missing file is created. It
 * takes over the audit trail of the backup, as does an empty database of PostgreSQL; any other database keeps its own.
 * The restore is recorded in the trail. Ids assigned since the backup are not assigned again, and every user gets a new
 * revision. Rejects with a `StoreError` as `describeBackup`, `backup` and `migrate` do, and with `invalid` if the
 * backup is the database itself; a rejected restore has changed no more than `migrate` does.
 */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { database, from } = options
  requireSameEngine(database, from)
  if (!isPostgresUrl(database)) return restoreFile({ ...options, database: onlyName(database) })
  const { restorePostgres } = await import('./postgres/restore.ts')
  return restorePostgres(options)
}

/**
 * Summarises the database, also one of an older version; undefined if there is no file, or nothing in it. Rejects with
 * a `StoreError`: `unreadable`, `unreachable`, `foreign`, `unfinished`, `newer`, `damaged`.
 */
export async function describeDatabase(database: string): Promise<DatabaseSummary | undefined> {
  if (!isPostgresUrl(database)) return describeDatabaseFile(database)
  const { describePostgres } = await import('./postgres/describe-database.ts')
  return describePostgres(database)
}

/**
 * Summarises a backup, also one of an older version, without verifying all of it as `restore` does. Rejects with a
 * `StoreError`: `missing`, `unreadable`, `no-tool`, `foreign`, `unfinished`, `newer`, `damaged`.
 */
export async function describeBackup(file: string): Promise<BackupSummary> {
  if (!isDump(file)) return describeFile(file)
  const { describeDump } = await import('./postgres/describe-database.ts')
  return describeDump(file)
}

/** Throws `invalid` if one is of SQLite and the other of PostgreSQL. A file that is not a backup is reported later. */
function requireSameEngine(database: string, from: string): void {
  if (isPostgresUrl(database) === isDump(from)) return
  const name = nameDatabase(database)
  throw new StoreError(
    'invalid',
    isDump(from)
      ? `${from} is a backup of PostgreSQL, and ${name} is a file. ` +
          'Restore it into an empty database of PostgreSQL, and use plant-store copy from there.'
      : `${from} is no backup of PostgreSQL, and ${name} is a database there. ` +
          'To bring a backup of SQLite into an empty one, use plant-store copy --from.',
  )
}

/** The first bytes of every `pg_dump` file in the custom format. */
const magic = 'PGDMP'

/** Whether the file is a dump of PostgreSQL; false if it can't be read. */
function isDump(file: string): boolean {
  const head = Buffer.alloc(magic.length)
  try {
    const descriptor = openSync(file, 'r')
    try {
      readSync(descriptor, head)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false
  }
  return head.toString('latin1') === magic
}
