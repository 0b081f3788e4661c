/** Opens a backup, and explains what is wrong with one that can't be restored. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { explainPath } from '../explain-path.ts'
import { isThere } from './database-file.ts'
import { isSqliteError } from './explain-error.ts'
import { resolveFile } from './one-name.ts'
import { openSqlite } from './open-connection.ts'

/** Opens for reading only. Throws `missing`, `unreadable` or `damaged`. The caller closes the connection. */
export function openBackup(file: string): Connection {
  if (!isThere(file)) throw new StoreError('missing', `There is no backup file ${file}.`)
  explainPath(file, () => requireWholeFile(file))
  return openSqlite({ database: resolveFile(file), name: file, readOnly: true })
}

/** Runs `work` on a backup. SQLite's errors about its file become errors about the backup. */
export function explainBackup<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'damaged' && isSqliteError(error.cause))) throw error
    throw new StoreError('damaged', `The backup ${file} is damaged; use another one.`, error.cause)
  }
}

const magic = 'SQLite format 3\0'
const headerLength = 100

/** The header states the length of the file (https://sqlite.org/fileformat2.html#the_database_header). */
function requireWholeFile(file: string): void {
  const { size } = statSync(file)
  if (size === 0) throw new StoreError('damaged', `The backup ${file} is empty; use another one.`)
  const header = readHeader(file)
  if (!magic.startsWith(header.toString('latin1', 0, magic.length))) {
    throw new StoreError('unreadable', `${file} is not a backup: it is not a database.`)
  }
  if (header.length === headerLength && size >= fileLength(header)) return
  throw new StoreError('damaged', `The backup ${file} is truncated; use another one.`)
}

function fileLength(header: Buffer): number {
  const pageSize = header.readUInt16BE(16)
  // 1 stands for 65,536, which does not fit into two bytes.
  return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28)
}

/** The header, or less if the file is shorter. */
function readHeader(file: string): Buffer {
  const header = Buffer.alloc(headerLength)
  const descriptor = openSync(file, 'r')
  try {
    return header.subarray(0, readSync(descriptor, header))
  } finally {
    closeSync(descriptor)
  }
}
