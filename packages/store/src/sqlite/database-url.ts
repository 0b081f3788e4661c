/** The URL with which SQLite opens a file, also in a read-only directory. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StoreError } from '../store-error.ts'

/** `rw` opens without creating: a mistyped path must not become an empty database. */
export function writableUrl(database: string): URL {
  const url = pathToFileURL(database)
  url.searchParams.set('mode', 'rw')
  return url
}

/**
 * To read a database, SQLite shares memory with its writers, in a file beside it. If there is no such file and none can
 * be created, nobody has the database open: it is then read as a file that nobody changes (`isImmutable`). Throws
 * `unreadable` if the last changes are still in the log, which can't be read without the shared memory.
 */
export function readableUrl(database: string): URL {
  const url = pathToFileURL(database)
  url.searchParams.set('mode', 'ro')
  if (existsSync(`${database}-shm`) || mayWrite(dirname(database))) return url
  requireNoLog(database)
  url.searchParams.set('immutable', '1')
  return url
}

/** Whether this URL tells SQLite that nobody changes the file. */
export function isImmutable(url: URL): boolean {
  return url.searchParams.has('immutable')
}

/** Returns whether somebody has changed the database after all: SQLite would not notice. */
export function outdatedSince(database: string): () => boolean {
  const before = fingerprint(database)
  return () => fingerprint(database) !== before
}

export function outdated(database: string): StoreError {
  return new StoreError(
    'unreadable',
    `${database} was changed since it was opened in a directory that may not be written to; start again.`,
  )
}

function fingerprint(database: string): string {
  const files = [database, `${database}-wal`].map((file) => statSync(file, { throwIfNoEntry: false }))
  return files.map((file) => file && `${file.ino} ${file.size} ${file.mtimeMs}`).join(', ')
}

function mayWrite(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function requireNoLog(database: string): void {
  const log = `${database}-wal`
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return
  throw new StoreError(
    'unreadable',
    `${database} has changes in ${log}, which can't be read in a directory that may not be written to. ` +
      'Run this as a user who may, or on a copy of both files.',
  )
}
