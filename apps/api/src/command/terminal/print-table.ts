/** Aligned tables of any length. */
import stringWidth from 'string-width'
import { escapeControl } from './escape-control.ts'
import { inBatches } from './in-batches.ts'

/** One column: its title and what it shows of a row. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string | number
}

/** Yields the table as text, a batch of rows at a time; nothing at all when there are no rows. */
export async function* printTable<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  columns: readonly Column<Row>[],
): AsyncGenerator<string> {
  const widths = columns.map(() => 0)
  let head = [columns.map((column) => column.title)]
  for await (const batch of inBatches(rows)) {
    const lines = batch.map((row) => columns.map((column) => escapeControl(String(column.cell(row)))))
    yield alignLines([...head, ...lines], widths)
    head = []
  }
}

/** Widens `widths` to the lines and pads every cell to them: a later batch stays under the titles. */
function alignLines(lines: readonly (readonly string[])[], widths: number[]): string {
  for (const line of lines) {
    for (const [at, cell] of line.entries()) widths[at] = Math.max(widths[at] ?? 0, stringWidth(cell))
  }
  return lines.map((line) => `${alignLine(line, widths)}\n`).join('')
}

function alignLine(line: readonly string[], widths: readonly number[]): string {
  return line
    .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - stringWidth(cell)))
    .join('  ')
    .trimEnd()
}
