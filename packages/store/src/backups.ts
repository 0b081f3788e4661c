/** Backups of a whole database and the way back, whatever the engine. */
import { closeSync, openSync, readSync } from 'node:fs'
import type {
  BackupOptions,
  BackupSummary,
  DatabaseSummary,
  RestoreOptions,
  RestoreReport,
} from './backup-options.ts'
import { isPostgresUrl, nameDatabase } from './postgres/address.ts'
import { backupFile } from './sqlite/backup.ts'
import { describeDatabaseFile, describeFile } from './sqlite/describe-database.ts'
import { restoreFile } from './sqlite/restore.ts'
import { StoreError } from './store-error.ts'

/**
 * Writes a verified copy of the database as of one moment to a new file, which only its owner may read and which notes
 * when it was made: a database of SQLite, or, of PostgreSQL, what its `pg_dump` makes in its custom format. The file
 * appears whole or not at all. Rejects with a `StoreError`: `conflict` where there is a file already, `damaged` where
 * the database is not sound, `no-tool`, `full`, `unreadable`, and as `openStore` does. A process that is killed
 * meanwhile leaves a directory whose name ends in `.partial`; it may be deleted.
 */
export async function backup(options: BackupOptions): Promise<void> {
  if (!isPostgresUrl(options.database)) return backupFile(options)
  const { backupPostgres } = await import('./postgres/backup.ts')
  return backupPostgres(options)
}

/**
 * Verifies the backup, keeps a backup of what the database holds in a new file (beside the database or, over
 * PostgreSQL, beside the backup), then replaces all of it in one transaction: readers see all of it or none, and so does
 * whoever opens the database after a kill or a power cut. A missing file is made, and has the audit trail of the backup,
 * as has an empty database of PostgreSQL; any other keeps its own. The restore is told in it. Ids that were given out
 * since the backup are not given out again, and every user's revision is a new one. Rejects with a `StoreError` as
 * `describeBackup`, `backup` and `migrate` do, with `invalid` where the backup is the database itself, and no more than
 * `migrate` does is changed.
 */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { database, from } = options
  requireSameEngine(database, from)
  if (!isPostgresUrl(database)) return restoreFile(options)
  const { restorePostgres } = await import('./postgres/restore.ts')
  return restorePostgres(options)
}

/**
 * What the database holds; undefined where there is no file, or nothing in it. One of an older version is described,
 * too. Rejects with a `StoreError`: `unreadable`, `unreachable`, `foreign`, `unfinished`, `newer`, `damaged`.
 */
export async function describeDatabase(database: string): Promise<DatabaseSummary | undefined> {
  if (!isPostgresUrl(database)) return describeDatabaseFile(database)
  const { describePostgres } = await import('./postgres/describe-database.ts')
  return describePostgres(database)
}

/**
 * What a backup holds, without verifying all of it as `restore` does. One of an older version is described, too.
 * Rejects with a `StoreError`: `missing`, `unreadable`, `no-tool`, `foreign`, `unfinished`, `newer`, `damaged`.
 */
export async function describeBackup(file: string): Promise<BackupSummary> {
  if (!isDump(file)) return describeFile(file)
  const { describeDump } = await import('./postgres/describe-database.ts')
  return describeDump(file)
}

/** Throws `invalid` where one is of SQLite and the other of PostgreSQL. What is no backup is told of later. */
function requireSameEngine(database: string, from: string): void {
  if (isPostgresUrl(database) === isDump(from)) return
  const name = nameDatabase(database)
  throw new StoreError(
    'invalid',
    isDump(from)
      ? `${from} is a backup of PostgreSQL, and ${name} is a file. ` +
          'Restore it into an empty database of PostgreSQL, and use plant-store copy from there.'
      : `${from} is no backup of PostgreSQL, and ${name} is a database there. ` +
          'A backup of SQLite is brought into an empty one by plant-store copy --from.',
  )
}

/** What every file of `pg_dump` in its custom format begins with. */
const magic = 'PGDMP'

/** What can't be read is none. */
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
