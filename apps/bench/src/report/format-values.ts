/** Formats numbers and tables for people. */
import type { Engine } from '../config.ts'
import type { Summary } from '../statistics.ts'

export function nameEngine(engine: Engine): string {
  return engine === 'postgres' ? 'PostgreSQL' : 'SQLite'
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function megabytes(bytes: number): string {
  return `${count(bytes / 1e6)} MB`
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

export function milliseconds(value: number): string {
  return value < 100 ? value.toFixed(2) : count(value)
}

export function ratio({ median, min, max }: Summary): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`
}

/** Aligns the first column to the left and the others to the right. */
export function formatTable(table: readonly (readonly string[])[]): string {
  const [headings = []] = table
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  )
  return lines.map((cells) => `  ${cells.join('  ')}`.trimEnd()).join('\n')
}
