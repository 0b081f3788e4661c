/** Moves what the log beside a database holds into its file, so that the log stays small, and the file is the whole store. */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { explainError } from './explain-error.ts'

/** Whoever writes without pause empties the log when it has grown by this many bytes. */
export const logLimit = 4 * 2 ** 20

/** Somebody may be reading the log for as long as a backup takes: who comes next empties it then. */
const patienceMs = 100

/** First what waits for nobody and takes long; other writers wait only for the rest. */
const program = `
  pragma busy_timeout = ${patienceMs};
  pragma wal_checkpoint(passive);
  pragma wal_checkpoint(truncate)`

/** `rw` opens without creating: a mistyped path must not become an empty database. */
export function writableUrl(database: string): URL {
  const url = pathToFileURL(database)
  url.searchParams.set('mode', 'rw')
  return url
}

/** The size of the log in bytes. */
export function logSize(database: string): number {
  return statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

/** Empties the log through a connection that is about to be closed; what can't be moved now stays in the log. */
export function emptyLog(sqlite: DatabaseSync, database: string): void {
  if (logSize(database) === 0) return
  try {
    sqlite.exec(program)
  } catch {
    // The changes are on disk, in the log.
  }
}

/** The same when only readers of this process were open, if it may write. */
export function emptyLogOf(database: string): void {
  if (logSize(database) === 0) return
  try {
    using sqlite = new DatabaseSync(writableUrl(database))
    emptyLog(sqlite, database)
  } catch {
    // Whoever may only read leaves it to others.
  }
}

/** In a thread of its own, since it waits for the disk. As text, it needs no file in whatever package this ends up. */
const thread = `
  const { DatabaseSync } = require('node:sqlite')
  const { workerData: [url, program] } = require('node:worker_threads')
  const sqlite = new DatabaseSync(new URL(url))
  try { sqlite.exec(program) } finally { sqlite.close() }`

/** Empties the log while requests are answered. Rejects with a `StoreError`, for example if the disk is full. */
export async function emptyLogBeside(database: string): Promise<void> {
  if (logSize(database) === 0) return
  try {
    const worker = new Worker(thread, { eval: true, workerData: [writableUrl(database).href, program] })
    await once(worker, 'exit')
  } catch (error) {
    throw explainError(error, database)
  }
}
