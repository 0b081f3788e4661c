/** Turns errors of SQLite into messages for the person who runs the store. */
import { explained, type Explanation } from '../store-error.ts'

const full: Explanation = [
  'full',
  'There is no room left to write to $database.',
  'Nothing was changed; free some space and try again.',
]
const busy: Explanation = [
  'busy',
  'Another process is writing to $database.',
  'Nothing was changed; try again when it is done.',
]
const damaged: Explanation = [
  'damaged',
  'The database $database is damaged. Move it away with its -wal and -shm files, and restore a backup.',
]
const unreadable: Explanation = [
  'unreadable',
  "The database $database can't be opened: whoever runs this must be allowed to read and write it and its directory.",
]
// Our SQL fits the tables that the migrations make: somebody else has changed them.
const misplaced: Explanation = ['damaged', '$database is damaged: $message; restore a backup.']

/** By extended or primary result code: https://sqlite.org/rescode.html */
const explanations: Readonly<Record<number, Explanation>> = {
  3: unreadable, // SQLITE_PERM
  5: busy, // SQLITE_BUSY
  6: busy, // SQLITE_LOCKED
  8: ['unreadable', "The database $database can't be written to."], // SQLITE_READONLY
  10: ['unreadable', 'There was an I/O error on $database. Look at the disk.'], // SQLITE_IOERR
  11: damaged, // SQLITE_CORRUPT
  13: full, // SQLITE_FULL
  14: unreadable, // SQLITE_CANTOPEN
  // SQLITE_CONSTRAINT. Our changes satisfy our constraints; operators may have added triggers of their own.
  19: [
    'damaged',
    '$database refused the change: $message.',
    'Nothing was changed; a constraint or a trigger in its tables is not ours.',
  ],
  26: ['unreadable', '$database is not a database.'], // SQLITE_NOTADB
  // SQLITE_IOERR_WRITE: SQLite's code for EDQUOT and EFBIG.
  778: [
    'full',
    '$database could not be written: the disk fails, or a quota or limit of file sizes is reached.',
    'Nothing was changed.',
  ],
  1544: unreadable, // SQLITE_READONLY_DIRECTORY: readers, too, share memory in a file beside the database.
  // SQLITE_IOERR_SHMSIZE: the shared memory file beside the database couldn't grow, which is a full disk.
  4874: full,
}

function find({ message, errcode }: SqliteError): Explanation | undefined {
  if (/^no such (?:table|column)/.test(message)) return misplaced
  return explanations[errcode] ?? explanations[errcode % 256]
}

type SqliteError = Error & { readonly errcode: number }

/** What `node:sqlite` throws when SQLite returns an error. */
export function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}

/** Returns a `StoreError` if a person can do something about the error, and any other error unchanged. */
export function explainError(cause: unknown, database: string): unknown {
  if (!isSqliteError(cause)) return cause
  const explanation = find(cause)
  return explanation === undefined ? cause : explained(explanation, database, cause)
}

/** Explains an error while `database` was copied to `copy`: a write error concerns the copy. */
export function explainCopyError(cause: unknown, database: string, copy: string): unknown {
  const isOfCopy = isSqliteError(cause) && find(cause) !== damaged
  return explainError(cause, isOfCopy ? copy : database)
}
