/** Explains what the file system says about a path, for the person who named it. */
import { closeSync, openSync } from 'node:fs'
import { StoreError } from '../store-error.ts'

/** Creates an empty file that only its owner may read, in an existing directory. */
export function createFile(database: string): void {
  // Without truncation: another process may have created the file meanwhile, and may have put a database in it.
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
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
}

/** The system's name for an error, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Runs `work` on a path. A file system error that a person can do something about becomes a `StoreError`. */
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
