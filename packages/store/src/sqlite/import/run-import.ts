/**
 * How every import works. The file is read and checked into temporary tables, with no lock held; then one transaction
 * brings the database in line with them. If there is any problem that transaction is rolled back: it then only served
 * to find problems that need the database, and to say what would have changed.
 */
import type { Connection } from '../connection.ts'
import { StoreError } from '../../store-error.ts'
import { columnsProblem, type LineFormat } from '../../lines/read-members.ts'
import type { ImportOutcome, ImportProblem, RecordLine, Records } from '../../store.ts'

/** What happened to the valid lines. */
export interface Tally {
  added: number
  updated: number
  unchanged: number
}

/** Reports that a line can't be imported, and why. */
export type Report = (line: number, reason: string) => void

/** What differs between kinds of files. Both functions throw a `StoreError` for an invalid line. */
export interface ImportKind {
  readonly format: LineFormat
  /** The SQL that creates the temporary tables. */
  readonly workspace: string
  /** Puts a line into the temporary tables, whatever the other lines are. */
  stage(connection: Connection, line: number, value: unknown): void
  /** Brings the database in line with the staged lines, inside a transaction. */
  apply(connection: Connection, report: Report): Tally
}

class Abandoned extends Error {}

/** What is read, and a callback for its problems. */
interface ImportInput {
  readonly records: Records
  readonly onProblem: (problem: ImportProblem) => void
}

/**
 * Runs an import over a connection of its own; `change` runs the given work as one transaction. Rejects as `records`
 * do, or with what `onProblem` throws.
 */
export async function runImport(
  connection: Connection,
  kind: ImportKind,
  { records, onProblem }: ImportInput,
  change: (work: () => ImportOutcome) => Promise<ImportOutcome>,
): Promise<ImportOutcome> {
  let problems = 0
  const report: Report = (line, reason) => {
    problems += 1
    onProblem({ line, reason })
  }
  connection.script(kind.workspace)
  // A transaction of temporary tables alone takes no lock, and saves each line a transaction of its own.
  connection.script('begin')
  const lines = await stageRecords(connection, kind, records, report)
  connection.script('commit')
  let outcome: ImportOutcome = { lines, added: 0, updated: 0, unchanged: 0, problems }
  try {
    return await change(() => {
      const tally = kind.apply(connection, report)
      outcome = { lines, ...tally, problems }
      if (problems > 0) throw new Abandoned()
      return outcome
    })
  } catch (error) {
    if (error instanceof Abandoned) return outcome
    throw error
  }
}

/** Returns the number of lines. */
async function stageRecords(
  connection: Connection,
  kind: ImportKind,
  records: Records,
  report: Report,
): Promise<number> {
  let lines = 0
  for await (const batch of records) {
    for (const record of batch) {
      const problem = problemOf(record, kind.format)
      if (problem !== undefined) report(record.line, problem)
      else if ('value' in record)
        tryLine(record.line, report, () => kind.stage(connection, record.line, record.value))
      else continue
      lines += 1
      // With wrong columns, every line would be wrong.
      if ('columns' in record) return lines
    }
  }
  return lines
}

function problemOf(record: RecordLine, format: LineFormat): string | undefined {
  if ('problem' in record) return record.problem
  return 'columns' in record ? columnsProblem(record.columns, format) : undefined
}

/** Does the work of one line. An invalid line is reported; any other error is thrown on. */
export function tryLine(line: number, report: Report, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!isInvalid(error)) throw error
    report(line, error.message)
  }
}

function isInvalid(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'invalid' || error.code === 'not-found')
}
