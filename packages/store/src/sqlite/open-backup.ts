/** Opens backups, summarises and verifies them, and explains what is wrong with one that can't be restored. */
import { statSync } from 'node:fs'
import type { Reading } from '../admin/sql.ts'
import { type BackupSummary, countContent } from '../content/count-content.ts'
import { pendingMigrations, readVersion } from '../content/migration-steps.ts'
import { StoreError } from '../store-error.ts'
import { openUnfinished } from '../files/unfinished-file.ts'
import { requireSound } from './backup.ts'
import { type Connection, query } from './connection.ts'
import { isThere } from './database-file.ts'
import { isSqliteError } from './explain-error.ts'
import { openMigrated, runMigrations } from './migrate.ts'
import { openSqlite } from './open-connection.ts'
import { operatorsDatabase, transactionOf } from './operators-database.ts'

const pageSizeSql = query<[bytes: number]>('pragma page_size')
const time = query<[madeAt: number]>('select made_at from backup')

/** `describeBackup` */
export function describeFile(file: string): Promise<BackupSummary> {
  return explainBackup(file, async () => {
    using connection = openBackup(file)
    const reading = transactionOf(connection)
    const version = await readVersion(reading)
    if (version === 0) throw new StoreError('damaged', `The backup ${file} is empty; use another one.`)
    // SQLite fills up a last page that is not whole.
    const [pageSize = 1] = connection.row(pageSizeSql) ?? []
    if (statSync(file).size % pageSize > 0) throw damaged(file)
    const [madeAt] = connection.row(time) ?? []
    return {
      ...(await countContent(reading)),
      version,
      madeAt: madeAt === undefined ? undefined : new Date(madeAt),
    }
  })
}

/** Runs `work` on a sound backup. One of an older version is brought forward in a private copy beside `beside`. */
export async function withSoundBackup<T>(
  from: string,
  beside: string,
  work: (backup: Reading) => Promise<T>,
): Promise<T> {
  using stack = new DisposableStack()
  const connection = await explainBackup(from, async () => {
    let backup = from
    using opened = openBackup(from)
    if ((await pendingMigrations(transactionOf(opened))).pending.length > 0) {
      backup = stack.use(openUnfinished(beside)).path
      opened.copyTo(backup, beside)
      await runMigrations({ database: backup, name: beside })
    }
    await requireSound(backup, `The backup ${from}`)
    return stack.use(await openMigrated({ database: backup, name: from, readOnly: true }))
  })
  return await operatorsDatabase(connection).snapshot(work)
}

/** Opens for reading only. Throws `missing`, `unreadable` or `damaged`. The caller closes the connection. */
function openBackup(file: string): Connection {
  if (!isThere(file)) throw new StoreError('missing', `There is no backup file ${file}.`)
  return openSqlite({ database: file, readOnly: true })
}

/** Runs `work` on a backup. SQLite's errors about its file become errors about the backup. */
async function explainBackup<T>(file: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'damaged' && isSqliteError(error.cause))) throw error
    throw damaged(file, error.cause)
  }
}

function damaged(file: string, cause?: unknown): StoreError {
  return new StoreError('damaged', `The backup ${file} is damaged; use another one.`, cause)
}
