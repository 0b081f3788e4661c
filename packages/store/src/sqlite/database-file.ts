/** The file of a database: what exists at the path, and where a new one may be created. */
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { explainPath } from '../files/explain-path.ts'
import { StoreError } from '../store-error.ts'

/** Whether there is a file at the path. Throws `unreadable` if it is not a file, or can't be examined. */
export function isThere(database: string): boolean {
  const found = explainPath(database, () => statSync(database, { throwIfNoEntry: false }))
  if (found === undefined) return false
  if (found.isFile()) return true
  throw new StoreError('unreadable', `${database} is not a file; name the file of the database.`)
}

/** Throws `missing` unless there is a file at the path. */
export function requireFile(database: string): void {
  if (isThere(database)) return
  throw new StoreError('missing', `There is no database at ${database}; make one with migrate.`)
}

/** Throws `unreadable` unless the directory of the file exists, and throws as `requireNoLeftovers` does. */
export function requireFreePlace(database: string): void {
  const directory = dirname(database)
  if (explainPath(directory, () => statSync(directory, { throwIfNoEntry: false })) === undefined) {
    throw new StoreError('unreadable', `There is no directory ${directory}; make it first.`)
  }
  requireNoLeftovers(database)
}

/**
 * Throws `conflict` if there is a log of a database that no longer exists at the path. SQLite would replay it into the
 * next database there, and it may hold the last changes of the one that was moved away.
 */
export function requireNoLeftovers(database: string): void {
  const log = `${database}-wal`
  const found = explainPath(log, () => statSync(log, { throwIfNoEntry: false }))
  if (found === undefined || found.size === 0) return
  // Another process created the database since the caller looked.
  if (isThere(database)) return
  throw new StoreError(
    'conflict',
    `${log} is left over from a database that was moved away or deleted, and may hold its last changes. ` +
      'Move it to where that database is now, under its name, or delete it.',
  )
}
