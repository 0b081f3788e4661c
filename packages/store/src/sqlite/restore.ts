/** Brings a backup back into a database, while others read it. */
import { rmSync } from 'node:fs'
import { requireSound, writeBackup } from './backup.ts'
import type { AuditEntry } from '../audit.ts'
import { StoreError } from '../store-error.ts'
import { change, type ChangeOptions } from './change.ts'
import { type Connection, query } from './connection.ts'
import { readableUrl } from './database-url.ts'
import { isThere } from './database-file.ts'
import { runMigrations } from './migrate.ts'
import { listMigrations, pendingMigrations } from './migrations.ts'
import { explainBackup, openBackup } from './open-backup.ts'
import { openMigrated } from './open-migrated.ts'
import { restoreSql } from './restore-sql.ts'
import { besideFile, publishFile } from './unfinished-file.ts'

/** Which database is to hold what a backup holds. */
export interface RestoreOptions {
  readonly database: string
  /** A file that `backup` has written, with this version of the program or an older one. It is not changed. */
  readonly from: string
  /** Who does it, and who hears of its entry in the audit trail. */
  readonly audit?: Pick<ChangeOptions, 'actor' | 'onAudit'>
}

/** What `restore` did. */
export interface RestoreReport {
  /** The file that holds what the database held before; undefined where there was no database. */
  readonly keptAs: string | undefined
}

/**
 * Verifies the backup, keeps a backup of what the database holds in a new file beside it, then replaces all of it in
 * one transaction: readers see all of it or none, and so does whoever opens the database after a kill or a power cut.
 * A missing database is made, and has the audit trail of the backup; any other keeps its own. The restore is told in it.
 * Ids that were given out since the backup are not given out again, and every user's revision is a new one. Rejects with
 * a `StoreError` as `describeBackup`, `backup` and `migrate` do, and no more than `migrate` does is changed.
 */
export function restore({ database, from, audit = {} }: RestoreOptions): Promise<RestoreReport> {
  return Promise.try(() => {
    const entries: AuditEntry[] = []
    const report = withSoundBackup(from, database, (backup) => {
      const source: Source = { backup, from, actor: audit.actor, onAudit: (entry) => entries.push(entry) }
      if (isThere(database)) return { keptAs: replace(database, source) }
      besideFile(database, (path) => {
        makeFrom(source, path, database)
        publishFile(path, database)
      })
      return { keptAs: undefined }
    })
    // Not before the file has its name.
    for (const entry of entries) audit.onAudit?.(entry)
    return report
  })
}

/** What is restored, on whose behalf. */
interface Source extends Pick<ChangeOptions, 'actor' | 'onAudit'> {
  /** A backup of this version. */
  readonly backup: string
  /** What the person called it. */
  readonly from: string
}

/** Does `work` with a backup of this version: one of an older version is brought forward in a private copy. */
function withSoundBackup<T>(from: string, beside: string, work: (backup: string) => T): T {
  const isOutdated = explainBackup(from, () => {
    const connection = openBackup(from)
    try {
      return pendingMigrations(connection, listMigrations()).length > 0
    } finally {
      connection.close()
    }
  })
  const workWhenSound = (backup: string): T => {
    explainBackup(from, () => requireSound(backup, `The backup ${from}`))
    return work(backup)
  }
  if (!isOutdated) return workWhenSound(from)
  return besideFile(beside, (copy) => {
    bringForward(from, copy, beside)
    return workWhenSound(copy)
  })
}

function bringForward(from: string, copy: string, name: string): void {
  const connection = openBackup(from)
  try {
    connection.copyTo(copy, name)
  } finally {
    connection.close()
  }
  runMigrations({ database: copy, name }, listMigrations())
}

function makeFrom(source: Source, path: string, name: string): void {
  runMigrations({ database: path, name }, listMigrations())
  const connection = openMigrated({ database: path, name, cacheMib: 64 })
  try {
    attach(connection, source.backup)
    replaceContent(connection, source)
  } finally {
    connection.close()
  }
}

/** Nothing is written between the copy that is kept and the replacement. Says where the copy is. */
function replace(database: string, source: Source): string {
  runMigrations({ database }, listMigrations())
  const connection = openMigrated({ database, cacheMib: 64 })
  const reader = openMigrated({ database, readOnly: true })
  const keptAs = `${database}.replaced-${new Date().toISOString().replaceAll(':', '-')}`
  let isKept = false
  try {
    attach(connection, source.backup)
    replaceContent(connection, source, () => {
      keepCopy(reader, keptAs)
      isKept = true
      return keptAs
    })
    return keptAs
  } catch (error) {
    // Where nothing was replaced nothing needs to be kept.
    if (isKept) rmSync(keptAs, { force: true })
    throw error
  } finally {
    reader.close()
    connection.close()
  }
}

function keepCopy(reader: Connection, keptAs: string): void {
  try {
    writeBackup(reader, keptAs)
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'damaged')) throw error
    throw new StoreError(
      'damaged',
      `${error.message} So no copy of it can be kept, and nothing was changed. ` +
        'Run verify, or move it away with its -wal and -shm files, and restore again.',
      error,
    )
  }
}

function attach(connection: Connection, backup: string): void {
  // The rows refer to each other, and were verified: checking each reference again would only take time.
  connection.script('pragma foreign_keys = off')
  connection.run('attach ?1 as restored', readableUrl(backup).href)
}

/** In one transaction, in which `keep` says first where it keeps what is there. */
function replaceContent(
  connection: Connection,
  { from, ...audit }: Source,
  keep: () => string | undefined = () => undefined,
): void {
  change(connection, { ...audit, now: Date.now }, 'restore', [from], (tx) => {
    const keptAs = keep()
    for (const statement of restoreSql) tx.run(statement)
    const [madeAt = null] = tx.row(restoredTime) ?? []
    const [plants, users] = tx.row(counts) ?? [0, 0]
    return { madeAt: madeAt === null ? undefined : new Date(madeAt), plants, users, keptAs }
  })
}

const restoredTime = query<[madeAt: number]>('select made_at from restored.backup')
const counts = query<[plants: number, users: number]>(
  'select (select count(*) from main.plant), (select count(*) from main.users)',
)
