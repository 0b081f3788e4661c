/** The file a database lives in: what is at the path, and making a new one. */
import { closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isPostgresUrl, nameDatabase } from '../postgres/address.ts'
import { StoreError } from '../store-error.ts'

/** Whether there is a file at the path. Throws `unreadable` where something else is, or it can't be told. */
export function isThere(database: string): boolean {
  if (isPostgresUrl(database)) {
    throw new StoreError(
      'invalid',
      `${nameDatabase(database)} is no file. Copy it with PostgreSQL's own pg_dump, and put a copy back with pg_restore.`,
    )
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

/** Throws `unreadable` unless the directory that the file is to be in is there. */
export function requireDirectory(database: string): void {
  const directory = dirname(database)
  if (explainPath(directory, () => statSync(directory, { throwIfNoEntry: false })) !== undefined) return
  throw new StoreError('unreadable', `There is no directory ${directory}; make it first.`)
}

/** Makes an empty file that only its owner may read, in a directory that is there. */
export function createFile(database: string): void {
  // Without truncation: another process may have made it meanwhile, and a database may be in it.
  explainPath(database, () => closeSync(openSync(database, 'a', 0o600)))
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is not a directory',
  ENOENT: 'there is no such directory',
  EISDIR: 'it is a directory',
  EEXIST: 'there is a file of that name already',
  ENAMETOOLONG: 'the name is too long',
}

/** What the system calls an error, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Does `work` at a path. An error of the file system that a person can do something about becomes a `StoreError`. */
export function explainPath<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
      throw new StoreError('full', `There is no room left to write ${path}.`, cause)
    }
    const reason = reasons[code]
    if (reason === undefined) throw cause
    throw new StoreError('unreadable', `${path} can't be opened: ${reason}.`, cause)
  }
}
