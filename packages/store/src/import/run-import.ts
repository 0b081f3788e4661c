/**
 * How every import works, in one transaction. The file is read and checked into temporary tables while others may
 * change the database; then the database is brought in line with them. If there is any problem the transaction is
 * rolled back: it then only served to find problems that need the database, and to say what would have changed.
 */
import { columnsProblem, type LineFormat } from './lines.ts'
import { StoreError } from '../store-error.ts'
import type { ImportOutcome, ImportProblem, RecordLine, Records } from '../store.ts'
import { type Change, count } from '../admin/change.ts'
import type { Transaction, Workspace } from '../admin/sql.ts'
import { batchSize } from '../admin/read-batches.ts'
import { importSql } from './import-sql.ts'

/** What happened to the valid lines. */
export interface Tally {
  added: number
  updated: number
  unchanged: number
}

/** Reports that a line can't be imported, and why. */
export type Report = (line: number, reason: string) => void

/** The value of a valid line, and its position among all lines. */
export interface Staged<Value> {
  readonly row: number
  readonly line: number
  readonly value: Value
}

/** Why a line can't be imported, and its position among all lines. */
export interface StagingProblem extends ImportProblem {
  readonly row: number
}

/** What differs between kinds of files. Each function throws or rejects with a `StoreError` for an invalid line. */
export interface ImportKind<Value> {
  readonly format: LineFormat
  /** The SQL that creates the temporary tables. */
  workspace(tables: Workspace): string
  /** Reads the value of a line. */
  read(value: unknown): Value
  /** Puts lines into the temporary tables. Resolves to the lines that conflict with earlier ones. */
  stage(tx: Transaction, lines: readonly Staged<Value>[]): Promise<readonly StagingProblem[]>
  /** Brings the database in line with the staged lines. */
  apply(tx: Transaction, report: Report): Promise<Tally>
}

class Abandoned extends Error {}

/** What is read, and a callback for its problems. */
interface ImportInput {
  readonly records: Records
  readonly onProblem: (problem: ImportProblem) => void
}

/** Rejects as `records` do, or with what `onProblem` throws. */
export async function runImport<Value>(
  change: Change,
  command: string,
  kind: ImportKind<Value>,
  { records, onProblem }: ImportInput,
): Promise<ImportOutcome> {
  let problems = 0
  const report: Report = (line, reason) => {
    problems += 1
    onProblem({ line, reason })
  }
  let lines = 0
  let outcome: ImportOutcome | undefined
  try {
    return await change(
      command,
      async (tx) => {
        const tally = await kind.apply(tx, report)
        outcome = { lines, ...tally, problems }
        if (problems > 0) throw new Abandoned()
        const summary = `Imported ${count(lines, 'record')}: ${tally.added} added, ${tally.updated} updated.`
        return [outcome, summary, outcome]
      },
      async (tx) => {
        await tx.script(kind.workspace(tx.dialect.workspace))
        lines = await stageRecords(tx, kind, records, report)
      },
    )
  } catch (error) {
    if (error instanceof Abandoned && outcome !== undefined) return outcome
    throw error
  }
}

/** Returns the number of lines. */
async function stageRecords<Value>(
  tx: Transaction,
  kind: ImportKind<Value>,
  records: Records,
  report: Report,
): Promise<number> {
  let lines = 0
  for await (const batch of records) {
    const staged: Staged<Value>[] = []
    const problems: StagingProblem[] = []
    let isEnd = false
    for (const record of batch) {
      const { line } = record
      const row = lines + 1
      const problem = problemOf(record, kind.format)
      if (problem !== undefined) problems.push({ row, line, reason: problem })
      else if ('value' in record) {
        const note: Report = (_, reason) => problems.push({ row, line, reason })
        await tryLine(line, note, () => {
          staged.push({ row, line, value: kind.read(record.value) })
        })
      } else continue
      lines += 1
      // With wrong columns, every line would be wrong.
      isEnd = 'columns' in record
      if (isEnd) break
    }
    if (staged.length > 0) problems.push(...(await kind.stage(tx, staged)))
    for (const { line, reason } of problems.toSorted((a, b) => a.row - b.row)) report(line, reason)
    if (isEnd) break
  }
  return lines
}

function problemOf(record: RecordLine, format: LineFormat): string | undefined {
  if ('problem' in record) return record.problem
  return 'columns' in record ? columnsProblem(record.columns, format) : undefined
}

/** Does the work of one line. An invalid line is reported; any other error is passed on. */
export async function tryLine(line: number, report: Report, work: () => Promise<void> | void): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isInvalid(error)) throw error
    report(line, error.message)
  }
}

function isInvalid(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'invalid' || error.code === 'not-found')
}

/** Stores the values of lines. */
export async function stageValues(tx: Transaction, lines: readonly Staged<unknown>[]): Promise<readonly []> {
  const values = lines.map(({ row, line, value }) => [row, line, JSON.stringify(value)])
  await tx.run(importSql(tx).stageValues, JSON.stringify(values))
  return []
}

/** Yields the stored lines, in order and in batches. */
export async function* readStaged(tx: Transaction): AsyncGenerator<readonly Staged<unknown>[]> {
  for (let last = 0; ;) {
    const rows = await tx.rows(importSql(tx).values, last, batchSize)
    yield rows.map(([row, line, text]): Staged<unknown> => ({ row, line, value: JSON.parse(text) }))
    if (rows.length < batchSize) return
    last = rows.at(-1)?.[0] ?? last
  }
}
