/** Lines stored unchanged, to be handled in batches. */
import { batchSize } from '../../read-batches.ts'
import type { Transaction } from '../connection.ts'
import { importSql } from './import-sql.ts'
import type { Staged } from './run-import.ts'

/** Stores the values of lines. */
export async function stageValues(tx: Transaction, lines: readonly Staged<unknown>[]): Promise<readonly []> {
  await tx.run(
    importSql.stageValues,
    lines.map(({ row }) => row),
    lines.map(({ line }) => line),
    lines.map(({ value }) => JSON.stringify(value)),
  )
  return []
}

/** Yields the stored lines, in order and in batches. */
export async function* readStaged(tx: Transaction): AsyncGenerator<readonly Staged<unknown>[]> {
  for (let last = 0; ;) {
    const rows = await tx.rows(importSql.values, last, batchSize)
    yield rows.map(([row, line, text]): Staged<unknown> => ({ row, line, value: JSON.parse(text) }))
    if (rows.length < batchSize) return
    last = rows.at(-1)?.[0] ?? last
  }
}
