/** CSV (RFC 4180): the first line names the columns; an empty cell means no value; blanks around a cell don't count. */
import { isUtf8 } from 'node:buffer'
import { grantLine, plantLine, userLine } from '../lines.ts'
import type { RecordLine } from '../../store.ts'
import type { ReadOptions } from './as-text.ts'
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

const knownColumns = new Set([plantLine, userLine, grantLine].flatMap(({ members }) => members))

/** What may separate the cells of a first line without a comma. */
const otherDelimiters = new Map([
  [';', 'semicolons separate the cells'],
  ['\t', 'tabs separate the cells'],
  ['|', 'bars separate the cells'],
])

/** The columns in their order; undefined for those that are left out. */
type Columns = readonly (string | undefined)[]

/** Yields the columns, then the records below the first line. */
export async function* readCsv(
  stream: Bytes,
  maxRecordBytes: number,
  options: ReadOptions,
): AsyncGenerator<RecordLine[]> {
  let columns: Columns | undefined
  const { delimiter, rest } = await findDelimiter(stream, options)
  for await (const lines of parseCsv(rest, maxRecordBytes, delimiter)) {
    const batch: RecordLine[] = []
    for (const line of lines) {
      if (columns !== undefined) {
        batch.push(...readRow(line, columns))
        continue
      }
      const header = readHeader(line, options)
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

/** Excel's `sep=;` is emptied, not removed: lines are counted as a reader of the file sees them. */
async function findDelimiter(
  stream: Bytes,
  { delimiter: given, onFound }: ReadOptions,
): Promise<{ readonly delimiter: string; readonly rest: Bytes }> {
  const chunks = stream[Symbol.asyncIterator]()
  const first = await chunks.next()
  const head = first.done === true ? Buffer.alloc(0) : Buffer.from(first.value)
  const [line = ''] = head.toString('latin1').split(/\r?\n/, 1)
  const [, separator] = /^"?sep=(.)"?$/.exec(line) ?? []
  const seen = line.includes(',')
    ? undefined
    : [...otherDelimiters.keys()].find((each) => line.includes(each))
  const found = separator ?? seen
  if (given === undefined && found !== undefined)
    onFound?.(otherDelimiters.get(found) ?? `"${found}" separates the cells`)
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      yield separator === undefined ? head : head.subarray(line.length)
      yield* { [Symbol.asyncIterator]: () => chunks }
    } finally {
      await chunks.return?.()
    }
  }
  return { delimiter: given ?? found ?? ',', rest: rest() }
}

function readHeader(
  header: CsvLine,
  { ignoreColumns = [], onFound }: ReadOptions,
): { readonly columns: Columns } | { readonly line: number; readonly problem: string } {
  if ('problem' in header) return header
  const { line, cells } = header
  if (!cells.every((cell) => isUtf8(cell))) return { line, problem: notUtf8 }
  const names = readCells(cells)
  const columns = names.slice(0, names.findLastIndex((name) => name !== '') + 1).map((name) => {
    if (ignoreColumns.includes(name)) return undefined
    const lower = name.toLowerCase()
    if (name === lower || !knownColumns.has(lower)) return name
    onFound?.(`the column ${name} is ${lower}`)
    return lower
  })
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
