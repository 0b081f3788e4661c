/** The file a database lives in: what is at the path, and making a new one. */
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { explainPath } from '../explain-path.ts'
import { isPostgresUrl, nameDatabase } from '../postgres/address.ts'
import { StoreError } from '../store-error.ts'

/** Whether there is a file at the path. Throws `unreadable` where something else is, or it can't be told. */
export function isThere(database: string): boolean {
  if (isPostgresUrl(database)) {
    throw new StoreError('invalid', `${nameDatabase(database)} is no file.`)
  }
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

/** Throws `unreadable` unless the directory that the file is to be in is there; as `requireNoLeftovers` does, too. */
export function requireFreePlace(database: string): void {
  const directory = dirname(database)
  if (explainPath(directory, () => statSync(directory, { throwIfNoEntry: false })) === undefined) {
    throw new StoreError('unreadable', `There is no directory ${directory}; make it first.`)
  }
  requireNoLeftovers(database)
}

/**
 * Throws `conflict` where a log is left of a database that is gone from the path. SQLite would replay it into whatever
 * is put there next, and it may hold the last changes of the one that was moved away.
 */
export function requireNoLeftovers(database: string): void {
  const log = `${database}-wal`
  const found = explainPath(log, () => statSync(log, { throwIfNoEntry: false }))
  if (found === undefined || found.size === 0) return
  // Made by another process since the caller looked.
  if (isThere(database)) return
  throw new StoreError(
    'conflict',
    `${log} is left of a database that was moved away or deleted, and may hold its last changes. ` +
      'Move it to where that database is now, under its name, or delete it.',
  )
}
