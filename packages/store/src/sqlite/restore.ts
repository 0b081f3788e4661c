/** Restores a backup into a database while others read it. */
import { realpathSync, rmSync } from 'node:fs'
import { writeBackup } from './backup.ts'
import type { AuditEntry } from '../audit.ts'
import type { RestoreOptions, RestoreReport } from '../backup-options.ts'
import { StoreError } from '../store-error.ts'
import { change } from './change.ts'
import { type Connection, query } from './connection.ts'
import { isThere, requireNoLeftovers } from './database-file.ts'
import { runMigrations } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { openMigrated } from './open-migrated.ts'
import { restoreSql } from './restore-sql.ts'
import { attach, withSoundBackup } from './sound-backup.ts'
import { besideFile, publishFile } from '../unfinished-file.ts'

/** `restore` into a file. */
export function restoreFile({ database, from, audit = {} }: RestoreOptions): Promise<RestoreReport> {
  return Promise.try(() => {
    const entries: AuditEntry[] = []
    const report = withSoundBackup(from, database, (backup) => {
      const source: Source = { backup, from, actor: audit.actor, onAudit: (entry) => entries.push(entry) }
      if (isThere(database)) {
        requireOther(database, from)
        return { keptAs: replace(database, source) }
      }
      requireNoLeftovers(database)
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

function requireOther(database: string, from: string): void {
  if (realpathSync(database) !== realpathSync(from)) return
  throw new StoreError('invalid', `${from} is the database itself; name a backup of it.`)
}

/** What is restored, and on whose behalf. */
interface Source extends NonNullable<RestoreOptions['audit']> {
  /** A backup of this version. */
  readonly backup: string
  /** The name that the person gave. */
  readonly from: string
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

/** Nothing is written between the copy that is kept and the replacement. Returns the path of the copy. */
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
    // If nothing was replaced, nothing needs to be kept.
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

/** Replaces everything in one transaction, which begins with `keep`: that returns where it keeps the old content. */
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
