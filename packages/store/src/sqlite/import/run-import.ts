/**
 * The way of every import. The file is read and checked into temporary tables, with no lock held; then one
 * transaction brings the database in line with them. With any problem that transaction is undone: its only use then
 * was to find the problems that show only against the database, and to say what would have changed.
 */
import type { Connection } from '../connection.ts'
import { StoreError } from '../../store-error.ts'
import type { ImportOutcome, ImportProblem, RecordLine, Records } from '../../store.ts'

/** What happens to a line that is right. */
export interface Tally {
  added: number
  updated: number
  unchanged: number
}

/** Says that a line can't be imported, and why. */
export type Report = (line: number, reason: string) => void

/** What differs from one kind of file to another. Both functions throw a `StoreError` for a line that is wrong. */
export interface ImportKind {
  /** SQL that makes the temporary tables. */
  readonly workspace: string
  /** Keeps a line in the temporary tables, without touching others. */
  stage(connection: Connection, line: number, value: unknown): void
  /** Brings the database in line with what is staged, inside a transaction. */
  apply(connection: Connection, report: Report): Tally
}

class Abandoned extends Error {}

/** Runs an import over a connection of its own. Rejects as `records` do, or with what `onProblem` throws. */
export async function runImport(
  connection: Connection,
  kind: ImportKind,
  records: Records,
  onProblem: (problem: ImportProblem) => void,
): Promise<ImportOutcome> {
  let lines = 0
  let problems = 0
  const report: Report = (line, reason) => {
    problems += 1
    onProblem({ line, reason })
  }
  connection.script(kind.workspace)
  // One transaction of temporary tables alone takes no lock, and spares each line a transaction of its own.
  connection.script('begin')
  for await (const batch of records) {
    lines += batch.length
    for (const record of batch) stageLine(connection, kind, record, report)
  }
  connection.script('commit')
  let tally: Tally = { added: 0, updated: 0, unchanged: 0 }
  try {
    connection.transaction(() => {
      tally = kind.apply(connection, report)
      if (problems > 0) throw new Abandoned()
    })
  } catch (error) {
    if (!(error instanceof Abandoned)) throw error
  }
  return { lines, ...tally, problems }
}

function stageLine(connection: Connection, kind: ImportKind, record: RecordLine, report: Report): void {
  if ('problem' in record) report(record.line, record.problem)
  else tryLine(record.line, report, () => kind.stage(connection, record.line, record.value))
}

/** Does the work of one line. A person's mistake in it is reported; any other error is thrown on. */
export function tryLine(line: number, report: Report, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!isMistake(error)) throw error
    report(line, error.message)
  }
}

function isMistake(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'invalid' || error.code === 'not-found')
}
