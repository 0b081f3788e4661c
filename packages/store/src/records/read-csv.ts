/** CSV (RFC 4180): the first line names the columns; an empty cell is no value. */
import { isUtf8 } from 'node:buffer'
import type { RecordLine } from '../store.ts'
import { parseCsv } from './parse-csv.ts'
import type { Bytes } from './record-bytes.ts'

const batchSize = 1000

/** What a cell means in the columns that hold no plain text. */
const cellValues = new Map<string, (text: string) => unknown>([
  ['groups', (text) => text.split(';').map((name) => name.trim())],
  ['all', (text) => (text === 'true' ? true : text)],
])

/** Yields the records below the header. */
export async function* readCsv(stream: Bytes, maxRecordBytes: number): AsyncGenerator<RecordLine[]> {
  let columns: readonly string[] | undefined
  let batch: RecordLine[] = []
  for await (const record of parseCsv(stream, maxRecordBytes)) {
    if ('problem' in record) batch.push(record)
    else if (columns !== undefined) batch.push(readRow(record.line, columns, record.cells))
    else {
      const problem = headerProblem(record.cells)
      if (problem !== undefined) {
        batch.push({ line: record.line, problem })
        break
      }
      columns = readCells(record.cells)
    }
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (columns === undefined && batch.length === 0) {
    batch.push({ line: 1, problem: 'The file is empty; its first line must name the columns.' })
  }
  yield batch
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

function readRow(line: number, columns: readonly string[], cells: readonly Buffer[]): RecordLine {
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
