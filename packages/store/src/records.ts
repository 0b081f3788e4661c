/** What is read from a file that is imported, and what is said of it. */

/**
 * Records of a file in batches: the value of each record, or why it can't be read; for a CSV file, first the names of
 * its columns. A record of several lines has the number of its first line.
 */
export type Records = AsyncIterable<readonly RecordLine[]>
export type RecordLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string }
  | { readonly line: number; readonly columns: readonly string[] }

/**
 * What an import did or, if there were problems, would have done without them: then nothing was changed. Every line
 * counts once: a line of a users or grants file is `added` if it adds a user or any grant.
 */
export interface ImportOutcome {
  readonly lines: number
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly problems: number
}

/**
 * Why a record of a file can't be imported, as a sentence. `line` is the line of the file on which the record begins,
 * whatever the format, counted from 1. Every problem is reported: the caller decides how many to show.
 */
export interface ImportProblem {
  readonly line: number
  readonly reason: string
}
