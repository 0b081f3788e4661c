/** Restores a backup into a database while others read it. */
import { realpathSync, rmSync } from 'node:fs'
import { writeBackup } from './backup.ts'
import type { DatabaseSummary, RestoreOptions, RestoreReport } from '../backup-options.ts'
import { StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { isThere, requireNoLeftovers } from './database-file.ts'
import { countContent, describeFile } from './describe-database.ts'
import { runMigrations } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { openMigrated } from './open-migrated.ts'
import { replaceContent } from './replace-content.ts'
import { attach, withSoundBackup } from './sound-backup.ts'
import { openUnfinished, publishFile } from '../unfinished-file.ts'

/** `restore` into a file. */
export async function restoreFile({
  database,
  from,
  audit = {},
  accept,
}: RestoreOptions): Promise<RestoreReport> {
  const summary = await describeFile(from)
  const entries: (() => void)[] = []
  const report = await withSoundBackup(from, database, async (backup) => {
    const source: Source = {
      backup,
      from,
      actor: audit.actor,
      onAudit: (entry) => entries.push(() => audit.onAudit?.(entry)),
      onReplace: (replaced) => accept?.({ backup: summary, replaced }),
    }
    if (isThere(database)) {
      requireOther(database, from)
      return { keptAs: await replace(database, source) }
    }
    requireNoLeftovers(database)
    using made = openUnfinished(database)
    await makeFrom(source, made.path, database)
    publishFile(made.path, database)
    return { keptAs: undefined }
  })
  // Not before the file has its name.
  for (const tell of entries) tell()
  return report
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
  readonly onReplace: (replaced: DatabaseSummary | undefined) => void
}

async function makeFrom(source: Source, path: string, name: string): Promise<void> {
  source.onReplace(undefined)
  runMigrations({ database: path, name }, listMigrations())
  const connection = openMigrated({ database: path, name, cacheMib: 64 })
  try {
    attach(connection, source.backup)
    await replaceContent(connection, source.from, source)
  } finally {
    connection.close()
  }
}

/** Nothing is written between the copy that is kept and the replacement. Returns the path of the copy. */
async function replace(database: string, source: Source): Promise<string> {
  const { applied, version } = runMigrations({ database }, listMigrations())
  const wasEmpty = applied.length === listMigrations().length
  const connection = openMigrated({ database, cacheMib: 64 })
  const reader = openMigrated({ database, readOnly: true })
  const keptAs = `${database}.replaced-${new Date().toISOString().replaceAll(':', '-')}`
  let isKept = false
  try {
    attach(connection, source.backup)
    await replaceContent(connection, source.from, source, () => {
      source.onReplace(wasEmpty ? undefined : { ...countContent(connection), version })
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
