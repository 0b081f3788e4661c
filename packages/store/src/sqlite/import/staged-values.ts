/** Lines stored unchanged, to be handled one by one inside the transaction. */
import type { Connection } from '../connection.ts'
import { batchSize } from '../../read-batches.ts'
import { importSql } from './import-sql.ts'
import { type Report, type Tally, tryLine } from './run-import.ts'

/** Stores the value of a line. */
export function stageValue(connection: Connection, line: number, value: unknown): void {
  connection.run(importSql.stageValue, line, JSON.stringify(value))
}

/** Handles every line in order. `work` receives the stored value and returns what became of it. */
export function applyValues(
  connection: Connection,
  report: Report,
  work: (value: unknown) => keyof Tally,
): Tally {
  const tally: Tally = { added: 0, updated: 0, unchanged: 0 }
  let last = 0
  for (;;) {
    const rows = connection.rows(importSql.values, last, batchSize)
    for (const [row, line, text] of rows) {
      tryLine(line, report, () => {
        tally[work(JSON.parse(text))] += 1
      })
      last = row
    }
    if (rows.length < batchSize) return tally
  }
}
