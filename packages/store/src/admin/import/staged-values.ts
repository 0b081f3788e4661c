/** Lines stored unchanged, to be handled in batches. */
import { batchSize } from '../../read-batches.ts'
import type { Transaction } from '../sql.ts'
import { importSql } from './import-sql.ts'
import type { Staged } from './run-import.ts'

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
