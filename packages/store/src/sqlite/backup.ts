/** Backups: copies of a whole database, made while others read and write, and verified. */
import type { Reading } from '../admin/sql.ts'
import type { BackupOptions } from '../content/count-content.ts'
import { replaceContent } from '../content/replace-content.ts'
import { isProblem } from '../content/compare-schemas.ts'
import { examine } from '../content/verify.ts'
import { StoreError } from '../store-error.ts'
import { openUnfinished, publishFile } from '../files/unfinished-file.ts'
import { requireNoLeftovers } from './database-file.ts'
import { openMigrated, runMigrations } from './migrate.ts'
import { onlyName } from './one-name.ts'
import { openSqlite } from './open-connection.ts'
import { operatorsDatabase, transactionOf } from './operators-database.ts'

/** `backup` of a file. */
export async function backupFile({ database, to }: BackupOptions): Promise<void> {
  using connection = await openMigrated({ database: onlyName(database), readOnly: true })
  await writeBackup(to, connection.database, (path) => connection.copyTo(path, to))
}

/** Makes a backup of what is read as of one moment from a database of any engine, and compares every table of the two. */
export function backupContent(from: Reading, to: string): Promise<void> {
  return writeBackup(to, from.database, async (path) => {
    await runMigrations({ database: path, name: to })
    using connection = await openMigrated({ database: path, name: to, cacheMib: 64 })
    await operatorsDatabase(connection).change((tx) => replaceContent(tx, from))
    // One file: whoever reads it needs no log beside it.
    connection.script('pragma journal_mode = delete')
  })
}

/** Lets `write` put a database into an empty file, and makes it a backup of `name`. */
async function writeBackup(
  file: string,
  name: string,
  write: (path: string) => Promise<void> | void,
): Promise<void> {
  requireNoLeftovers(file)
  using unfinished = openUnfinished(file)
  await write(unfinished.path)
  noteTime(unfinished.path, file)
  await requireSound(unfinished.path, name)
  publishFile(unfinished.path, file)
}

function noteTime(copy: string, file: string): void {
  using connection = openSqlite({ database: copy, name: file })
  connection.run('insert or replace into backup (one, made_at) values (1, ?1)', Date.now())
}

/** Rejects unless all that is ours in the file is a whole database of this version. Messages call it `name`. */
export async function requireSound(file: string, name: string): Promise<void> {
  using connection = await openMigrated({ database: file, name, readOnly: true })
  const problem = (await examine(transactionOf(connection))).find((finding) => isProblem(finding))
  if (problem !== undefined) throw new StoreError('damaged', `${name} is damaged: ${problem.detail}.`)
}
