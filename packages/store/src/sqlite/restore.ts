/** Brings a backup back into a database, while others read it. */
import { rmSync } from 'node:fs'
import { requireSound, writeBackup } from './backup.ts'
import type { Connection } from './connection.ts'
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
  readonly busyTimeoutMs?: number
}

/** What `restore` did. */
export interface RestoreReport {
  /** The file that holds what the database held before; undefined where there was no database. */
  readonly keptAs: string | undefined
}

/**
 * Verifies the backup, keeps a backup of what the database holds in a new file beside it, then replaces all of it in
 * one transaction: readers see all of it or none, and so does whoever opens the database after a kill or a power cut.
 * A missing database is made. Ids that were given out since the backup are not given out again, and every user's
 * revision is a new one. Rejects with a `StoreError` as `describeBackup`, `backup` and `migrate` do, and no more than
 * `migrate` does is changed.
 */
export function restore({ from, ...target }: RestoreOptions): Promise<RestoreReport> {
  return Promise.try(() =>
    withSoundBackup(from, target.database, (backup) => {
      if (isThere(target.database)) return { keptAs: replace(target, backup) }
      besideFile(target.database, (path) => {
        makeFrom(backup, path, target.database)
        publishFile(path, target.database)
      })
      return { keptAs: undefined }
    }),
  )
}

type Target = Omit<RestoreOptions, 'from'>

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
  runMigrations({ database: copy }, listMigrations())
}

function makeFrom(backup: string, path: string, name: string): void {
  runMigrations({ database: path }, listMigrations())
  const connection = openMigrated({ database: path, name, cacheMib: 64 })
  try {
    attach(connection, backup)
    connection.transaction(() => replaceContent(connection))
  } finally {
    connection.close()
  }
}

/** Nothing is written between the copy that is kept and the replacement. Says where the copy is. */
function replace(target: Target, backup: string): string {
  runMigrations(target, listMigrations())
  const connection = openMigrated({ ...target, cacheMib: 64 })
  const reader = openMigrated({ ...target, readOnly: true })
  const keptAs = `${target.database}.replaced-${new Date().toISOString().replaceAll(':', '-')}`
  try {
    attach(connection, backup)
    connection.transaction(() => {
      writeBackup(reader, keptAs)
      replaceOrDiscard(connection, keptAs)
    })
    return keptAs
  } finally {
    reader.close()
    connection.close()
  }
}

/** Where nothing was replaced nothing needs to be kept. */
function replaceOrDiscard(connection: Connection, keptAs: string): void {
  try {
    replaceContent(connection)
  } catch (error) {
    rmSync(keptAs, { force: true })
    throw error
  }
}

function attach(connection: Connection, backup: string): void {
  // The rows refer to each other, and were verified: checking each reference again would only take time.
  connection.script('pragma foreign_keys = off')
  connection.run('attach ?1 as restored', readableUrl(backup).href)
}

function replaceContent(connection: Connection): void {
  for (const statement of restoreSql) connection.run(statement)
}
