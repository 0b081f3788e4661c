/** CSV (RFC 4180): the first line names the columns; an empty cell means no value. */
import { isUtf8 } from 'node:buffer'
import type { RecordLine } from '../store.ts'
import { type CsvLine, parseCsv } from './parse-csv.ts'
import type { Bytes } from './record-bytes.ts'

/** How to read the cells of the columns that don't hold plain text. */
const cellValues = new Map<string, (text: string) => unknown>([
  ['groups', (text) => text.split(';').map((name) => name.trim())],
  ['all', readTrue],
  ['standing', readTrue],
])

function readTrue(text: string): unknown {
  return text === 'true' ? true : text
}

/** Yields the columns, then the records below the first line. */
export async function* readCsv(stream: Bytes, maxRecordBytes: number): AsyncGenerator<RecordLine[]> {
  let columns: readonly string[] | undefined
  for await (const lines of parseCsv(stream, maxRecordBytes)) {
    const batch: RecordLine[] = []
    for (const line of lines) {
      const record = columns === undefined ? readHeader(line) : readRow(line, columns)
      batch.push(record)
      if (columns !== undefined) continue
      if (!('columns' in record)) {
        yield batch
        return
      }
      columns = record.columns
    }
    yield batch
  }
  if (columns !== undefined) return
  yield [{ line: 1, problem: 'The file is empty; its first line must name the columns.' }]
}

function readHeader(header: CsvLine): RecordLine {
  if ('problem' in header) return header
  const { line, cells } = header
  const problem = headerProblem(cells)
  return problem === undefined ? { line, columns: readCells(cells) } : { line, problem }
}

function headerProblem(cells: readonly Buffer[]): string | undefined {
  if (!cells.every((cell) => isUtf8(cell))) return 'The record is not valid UTF-8.'
  const columns = readCells(cells)
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  return twice === undefined ? undefined : `The column ${JSON.stringify(twice)} is named twice.`
}

function readCells(cells: readonly Buffer[]): readonly string[] {
  return cells.map((cell) => cell.toString('utf8').trim())
}

function readRow(row: CsvLine, columns: readonly string[]): RecordLine {
  if ('problem' in row) return row
  const { line, cells } = row
  if (cells.length !== columns.length) {
    return {
      line,
      problem: `Expected ${columns.length} cells, as the first line has; found ${cells.length}.`,
    }
  }
  if (!cells.every((cell) => isUtf8(cell))) return { line, problem: 'The record is not valid UTF-8.' }
  const members: [string, unknown][] = []
  for (const [index, column] of columns.entries()) {
    const text = cells[index]?.toString('utf8') ?? ''
    if (text !== '') members.push([column, cellValues.get(column)?.(text) ?? text])
  }
  return { line, value: Object.fromEntries(members) }
}
