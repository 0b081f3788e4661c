/** Aligned tables of any length. */
import stringWidth from 'string-width'
import { escapeControl } from './text.ts'

/** One column: its title, and its cell for a row. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string | number
}

/** Returns a function that turns rows into lines of one table, chunk by chunk; the titles precede the first chunk. */
export function openTable<Row>(columns: readonly Column<Row>[]): (rows: readonly Row[]) => string {
  const widths = columns.map(() => 0)
  let titles = [columns.map(({ title }) => title)]
  return (rows) => {
    const cells = rows.map((row) => columns.map(({ cell }) => escapeControl(String(cell(row)))))
    const lines = [...titles, ...cells]
    titles = []
    return alignLines(lines, widths)
  }
}

/** Widens `widths` to fit the lines and pads every cell to them, so that later chunks stay aligned with the titles. */
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
