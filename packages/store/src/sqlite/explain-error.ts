/** Turns errors of SQLite into messages for the person who runs the store. */
import { StoreError, type StoreErrorCode } from '../store-error.ts'

type Explanation = readonly [StoreErrorCode, (database: string) => string, outcome?: string]

const full: Explanation = [
  'full',
  (database) => `There is no room left to write to ${database}.`,
  'Nothing was changed; free some space and try again.',
]
const busy: Explanation = [
  'busy',
  (database) => `Another process is writing to ${database}.`,
  'Nothing was changed; try again when it is done.',
]
const damaged: Explanation = [
  'damaged',
  (database) =>
    `The database ${database} is damaged. Move it away with its -wal and -shm files, and restore a backup.`,
]
const unreadable: Explanation = [
  'unreadable',
  (database) =>
    `The database ${database} can't be opened: whoever runs this must be allowed to read and write it and its directory.`,
]
const readOnly: Explanation = ['unreadable', (database) => `The database ${database} can't be written to.`]
const input: Explanation = [
  'unreadable',
  (database) => `There was an I/O error on ${database}. Look at the disk.`,
]
const unwritable: Explanation = [
  'full',
  (database) =>
    `${database} could not be written: the disk fails, or a quota or limit of file sizes is reached.`,
  'Nothing was changed.',
]
const notADatabase: Explanation = ['unreadable', (database) => `${database} is not a database.`]

/** By primary result code: https://sqlite.org/rescode.html */
const explanations: Readonly<Record<number, Explanation>> = {
  3: unreadable, // SQLITE_PERM
  5: busy, // SQLITE_BUSY
  6: busy, // SQLITE_LOCKED
  8: readOnly, // SQLITE_READONLY
  10: input, // SQLITE_IOERR
  11: damaged, // SQLITE_CORRUPT
  13: full, // SQLITE_FULL
  14: unreadable, // SQLITE_CANTOPEN
  26: notADatabase, // SQLITE_NOTADB
}

/** SQLITE_CONSTRAINT, which includes what a trigger raises. */
const constraint = 19

/** SQLITE_IOERR_SHMSIZE: the shared memory file beside the database couldn't grow, which is a full disk. */
const sharedMemoryFull = 4874

/** SQLITE_IOERR_WRITE: SQLite's code for EDQUOT and EFBIG. */
const writeError = 778

function explain(code: number): Explanation | undefined {
  if (code === sharedMemoryFull) return full
  return code === writeError ? unwritable : explanations[code % 256]
}

/** What `node:sqlite` throws when SQLite returns an error. */
export function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}

/** Returns a `StoreError` if a person can do something about the error, and any other error unchanged. */
export function explainError(cause: unknown, database: string): unknown {
  if (!isSqliteError(cause)) return cause
  // Our SQL fits the tables that the migrations make: somebody else has changed them.
  if (/^no such (?:table|column)/.test(cause.message)) {
    return new StoreError('damaged', `${database} is damaged: ${cause.message}; restore a backup.`, cause)
  }
  // Likewise, our changes satisfy our constraints; operators may have added triggers of their own.
  if (cause.errcode % 256 === constraint) {
    const outcome = 'Nothing was changed; run verify to see what in its tables is not ours.'
    return new StoreError('damaged', `${database} refused the change: ${cause.message}.`, cause, outcome)
  }
  const [code, describe, outcome] = explain(cause.errcode) ?? []
  return code && describe ? new StoreError(code, describe(database), cause, outcome) : cause
}

/** Explains an error while `database` was copied to `copy`: a write error concerns the copy. */
export function explainCopyError(cause: unknown, database: string, copy: string): unknown {
  const isOfCopy = isSqliteError(cause) && explain(cause.errcode) !== damaged
  return explainError(cause, isOfCopy ? copy : database)
}
