/** The file a database lives in: what is at the path, and making a new one. */
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../store-error.ts'

/** Whether there is a file at the path. Throws `unreadable` where something else is, or it can't be told. */
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

/** Makes an empty file that only its owner may read, in a folder that only its owner may enter if that is new too. */
export function createFile(database: string): void {
  explainPath(database, () => {
    mkdirSync(dirname(database), { recursive: true, mode: 0o700 })
    // Without truncation: another process may have made it meanwhile, and a database may be in it.
    closeSync(openSync(database, 'a', 0o600))
  })
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is not a folder',
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a folder',
  EEXIST: 'a part of the path is not a folder',
  ENAMETOOLONG: 'the name is too long',
}

/** Does `work` at a path. A failure of the file system that a person can mend becomes a `StoreError`. */
export function explainPath<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
      throw new StoreError('full', `There is no room left to write ${path}.`, cause)
    }
    const reason = reasons[code]
    if (reason === undefined) throw cause
    throw new StoreError('unreadable', `${path} can't be opened: ${reason}.`, cause)
  }
}
