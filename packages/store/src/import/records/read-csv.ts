/** CSV (RFC 4180): the first line names the columns; an empty cell means no value; blanks around a cell don't count. */
import { isUtf8 } from 'node:buffer'
import type { RecordLine } from '../../store.ts'
import { type CsvLine, parseCsv } from './parse-csv.ts'
import { type Bytes, notUtf8 } from './record-bytes.ts'

/** How to read the cells of the columns that don't hold plain text; undefined means no value. */
const cellValues = new Map<string, (text: string) => unknown>([
  ['groups', (text) => text.split(';').map((name) => name.trim())],
  ['all', readFlag],
  ['standing', readFlag],
])

/** Spreadsheets write TRUE, and FALSE where others leave the cell empty. */
function readFlag(text: string): unknown {
  if (/^true$/i.test(text)) return true
  return /^false$/i.test(text) ? undefined : text
}

/** The columns in their order; undefined for those that are left out. */
type Columns = readonly (string | undefined)[]

/** Yields the columns, then the records below the first line. */
export async function* readCsv(
  stream: Bytes,
  maxRecordBytes: number,
  ignoreColumns: readonly string[],
): AsyncGenerator<RecordLine[]> {
  let columns: Columns | undefined
  for await (const lines of parseCsv(stream, maxRecordBytes)) {
    const batch: RecordLine[] = []
    for (const line of lines) {
      if (columns !== undefined) {
        batch.push(...readRow(line, columns))
        continue
      }
      const header = readHeader(line, ignoreColumns)
      if ('problem' in header) {
        yield [header]
        return
      }
      ;({ columns } = header)
      batch.push({ line: line.line, columns: columns.filter((column) => column !== undefined) })
    }
    yield batch
  }
  if (columns !== undefined) return
  yield [{ line: 1, problem: 'The file is empty; its first line must name the columns.' }]
}

function readHeader(
  header: CsvLine,
  ignoreColumns: readonly string[],
): { readonly columns: Columns } | { readonly line: number; readonly problem: string } {
  if ('problem' in header) return header
  const { line, cells } = header
  if (!cells.every((cell) => isUtf8(cell))) return { line, problem: notUtf8 }
  const names = readCells(cells)
  const columns = names
    .slice(0, names.findLastIndex((name) => name !== '') + 1)
    .map((name) => (ignoreColumns.includes(name) ? undefined : name))
  const twice = columns.find((column, at) => column !== undefined && columns.indexOf(column) !== at)
  return twice === undefined
    ? { columns }
    : { line, problem: `The column ${JSON.stringify(twice)} is named twice.` }
}

function readCells(cells: readonly Buffer[]): readonly string[] {
  return cells.map((cell) => cell.toString('utf8').trim())
}

/** One record, or none: spreadsheets write rows of nothing but commas. */
function readRow(row: CsvLine, columns: Columns): readonly RecordLine[] {
  if ('problem' in row) return [row]
  const { line, cells } = row
  const texts = readCells(cells)
  if (texts.every((text) => text === '')) return []
  if (texts.length < columns.length || texts.slice(columns.length).some((text) => text !== '')) {
    const expected = columns.length === 1 ? '1 cell' : `${columns.length} cells`
    return [{ line, problem: `Expected ${expected}, as the first line has; found ${texts.length}.` }]
  }
  if (!cells.every((cell) => isUtf8(cell))) return [{ line, problem: notUtf8 }]
  const members = columns.flatMap((column, at) => readMember(column, texts[at] ?? ''))
  return [{ line, value: Object.fromEntries(members) }]
}

function readMember(column: string | undefined, text: string): readonly (readonly [string, unknown])[] {
  if (column === undefined || text === '') return []
  const read = cellValues.get(column)
  const value = read === undefined ? text : read(text)
  return value === undefined ? [] : [[column, value]]
}
