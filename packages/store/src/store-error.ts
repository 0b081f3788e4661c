/** The errors of a store that a person can do something about. */

/** What kind of error it is; the operator's command maps each kind to an exit code. */
export type StoreErrorCode =
  | 'missing' // there is no database at the path
  | 'unreadable' // the file can't be opened or is not a database
  | 'unreachable' // there is no connection to the server, or no response in time
  | 'foreign' // a database of another program
  | 'newer' // made by a newer version of this program
  | 'outdated' // needs `migrate` first
  | 'damaged' // the file or a migration's checksum is not what it should be
  | 'busy' // another process held the write lock for too long
  | 'full' // the disk is full, or a limit of the file system or of the server is reached
  | 'not-found' // the named user, group, plant or token does not exist
  | 'conflict' // the name is taken
  | 'invalid' // a value is not allowed

/** One sentence that says what is wrong, where, and what would be right. `outcome` says what holds of a single change. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode
  /** The message without the outcome. */
  readonly problem: string

  constructor(code: StoreErrorCode, problem: string, cause?: unknown, outcome?: string) {
    super(
      outcome === undefined ? problem : `${problem} ${outcome}`,
      cause === undefined ? undefined : { cause },
    )
    this.code = code
    this.problem = problem
  }
}

/** How a kind of engine's error is explained: `$database` and `$message` stand for the name and for what the engine says. */
export type Explanation = readonly [StoreErrorCode, sentence: string, outcome?: string]

export function explained(
  [code, sentence, outcome]: Explanation,
  database: string,
  cause: Error,
): StoreError {
  const text = sentence.replaceAll(/\$(?:database|message)/g, (name) =>
    name === '$database' ? database : cause.message,
  )
  return new StoreError(code, text, cause, outcome)
}
