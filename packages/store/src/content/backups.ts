/** Backing up a whole database and restoring it, whatever the engine. A backup is a file of SQLite. */
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { count, createChange, quote } from '../admin/change.ts'
import type { Reading } from '../admin/sql.ts'
import type { AuditEntry } from '../store.ts'
import { engineOf } from '../open-store.ts'
import { isPostgresUrl, nameDatabase } from '../postgres/address.ts'
import { describeFile, withSoundBackup } from '../sqlite/open-backup.ts'
import { StoreError } from '../store-error.ts'
import { conflict } from '../files/unfinished-file.ts'
import {
  type BackupOptions,
  type BackupSummary,
  countContent,
  type DatabaseSummary,
  type RestoreOptions,
  type RestoreReport,
} from './count-content.ts'
import type { Engine, Target } from './engine.ts'
import { replaceContent } from './replace-content.ts'

/**
 * Writes a verified copy of the database as of one moment to a new file that only its owner may read and that records
 * when it was made. Whatever the engine, the file is a database of SQLite. It appears whole or not at all. Rejects with
 * a `StoreError`: `conflict` if the file already exists, `damaged` if the database is not sound, `full`, `unreadable`,
 * and as `openStore` does. A process that is killed meanwhile leaves a directory whose name ends in `.partial`; it may
 * be deleted.
 */
export async function backup(options: BackupOptions): Promise<void> {
  requireFile(options.to)
  if (existsSync(options.to)) throw conflict(options.to)
  await (await engineOf(options.database)).backup(options)
}

function requireFile(file: string): void {
  if (isPostgresUrl(file)) throw new StoreError('invalid', `${nameDatabase(file)} is no file.`)
}

/**
 * Summarises the database, also one of an older version; undefined if there is no file, or nothing in it. Rejects with
 * a `StoreError`: `unreadable`, `unreachable`, `foreign`, `newer`, `damaged`.
 */
export async function describeDatabase(database: string): Promise<DatabaseSummary | undefined> {
  await using there = await (await engineOf(database)).look(database)
  return there && { ...(await countContent(there.database)), version: there.version }
}

/**
 * Summarises a backup, also one of an older version, without verifying all of it as `restore` does. Rejects with a
 * `StoreError`: `missing`, `unreadable`, `foreign`, `newer`, `damaged`.
 */
export function describeBackup(file: string): Promise<BackupSummary> {
  return Promise.try(() => {
    requireFile(file)
    return describeFile(file)
  })
}

/**
 * Verifies the backup, keeps a backup of the database's current content in a new file (beside the database or, for
 * PostgreSQL, beside the backup), then replaces the whole content in one transaction: a reader sees all of the restore
 * or none of it, and so does whoever opens the database after a kill or a power cut. A missing file is created. A
 * database without an audit trail takes over that of the backup, and each of its tables is compared with the backup's; any
 * other keeps its own. The restore is recorded in the trail. Ids
 * assigned since the backup are not assigned again, and every user gets a new revision. Rejects with a `StoreError` as
 * `describeBackup`, `backup` and `migrate` do, and with `invalid` if the backup is the database itself; a rejected
 * restore has changed no more than `migrate` does.
 */
export async function restore({
  database,
  from,
  audit = {},
  accept,
}: RestoreOptions): Promise<RestoreReport> {
  const engine = await engineOf(database)
  const summary = await describeBackup(from)
  requireOther(database, from)
  return withSoundBackup(from, isPostgresUrl(database) ? from : database, async (backedUp) => {
    await using target = await engine.openTarget(database)
    const keptAs = target.isNew ? undefined : engine.keptName(database, from)
    const entries: AuditEntry[] = []
    const context = { actor: audit.actor, onAudit: (entry: AuditEntry) => entries.push(entry), now: Date.now }
    const change = createChange(target.database, context)
    let isKept = false
    try {
      await change('restore', async (tx) => {
        accept?.({ backup: summary, replaced: await describeTarget(tx, target) })
        if (keptAs !== undefined) await keep(engine, tx, { database, to: keptAs })
        isKept = keptAs !== undefined
        await replaceContent(tx, backedUp)
        const { plants, users } = await countContent(tx)
        const held = `${count(plants, 'plant')} and ${count(users, 'user')}`
        const details = { from, madeAt: summary.madeAt, plants, users, keptAs }
        return [undefined, `Restored the backup ${quote(from)} with ${held}.`, details]
      })
    } catch (error) {
      if (isKept && keptAs !== undefined) throw giveUp(error, keptAs)
      throw error
    }
    target.finish()
    // Not before the file has its name.
    for (const entry of entries) audit.onAudit?.(entry)
    return { keptAs }
  })
}

function requireOther(database: string, from: string): void {
  if (isPostgresUrl(database) || !existsSync(database) || realpathSync(database) !== realpathSync(from))
    return
  throw new StoreError('invalid', `${from} is the database itself; name a backup of it.`)
}

async function describeTarget(tx: Reading, { isNew, version }: Target): Promise<DatabaseSummary | undefined> {
  return isNew ? undefined : { ...(await countContent(tx)), version }
}

async function keep(engine: Engine, tx: Reading, options: BackupOptions): Promise<void> {
  try {
    await engine.backup(options, tx)
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'damaged')) throw error
    throw new StoreError(
      'damaged',
      `${error.message} So no copy of it can be kept, and nothing was changed. ` +
        'Run verify, or move it away (a file with its -wal and -shm files), and restore again.',
      error,
    )
  }
}

/** If nothing was replaced, nothing needs to be kept; a connection may have been lost during the commit. */
function giveUp(error: unknown, keptAs: string): unknown {
  if (error instanceof StoreError && error.code === 'unreachable') {
    const { code, message, cause } = error
    return new StoreError(code, `${message} What the database held before is in ${keptAs}.`, cause)
  }
  rmSync(keptAs, { force: true })
  return error
}
