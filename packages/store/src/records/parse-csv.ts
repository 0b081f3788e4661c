/** csv-parse, told to read what we call CSV, and with the two things put right that it gets wrong. */
import { pipeline } from 'node:stream'
import { type CsvError, type Info, parse } from 'csv-parse'
import type { Bytes } from './record-bytes.ts'

/** The cells of one record, and the line of the file that it begins on. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly Buffer[]
}

/** Yields the records, and in the end perhaps the one that can't be read, and why: the lines after it have no meaning. */
export async function* parseCsv(
  stream: Bytes,
  maxRecordBytes: number,
): AsyncGenerator<CsvRecord | { readonly line: number; readonly problem: string }> {
  // After a fault csv-parse swallows lines; told to stop there, it drops records that it has read before. So it is
  // told to go on, and what it makes of the rest is left aside.
  let fault: CsvError | undefined
  const parser = parse({
    encoding: null,
    info: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
    skip_records_with_error: true,
    on_skip: (error) => {
      fault ??= error
    },
  })
  // What fails in the stream fails the parser, and with it whoever reads from it.
  const records: AsyncIterable<{ record: Buffer[]; info: Info }> = pipeline(stream, parser, () => undefined)
  // Its own count of lines is off after a cell of several lines.
  let lines = 0
  for await (const { record, info } of records) {
    if (fault !== undefined && info.records > Number(fault['records'])) break
    yield { line: lines + info.empty_lines + 1, cells: record }
    lines += 1 + countNewlines(record)
  }
  if (fault === undefined) return
  const line = lines + Number(fault['empty_lines']) + 1
  yield { line, problem: `${explain(fault, maxRecordBytes)}; the lines after it were not read.` }
}

function countNewlines(cells: readonly Buffer[]): number {
  let count = 0
  for (const cell of cells) {
    for (let at = cell.indexOf(0x0a); at !== -1; at = cell.indexOf(0x0a, at + 1)) count += 1
  }
  return count
}

const explanations = new Map<string, string>([
  ['CSV_QUOTE_NOT_CLOSED', 'A quote is never closed'],
  [
    'CSV_INVALID_CLOSING_QUOTE',
    'There is text after a closing quote (inside of quotes, a quote is written twice)',
  ],
  ['INVALID_OPENING_QUOTE', 'There is a quote inside of a cell that does not begin with one'],
])

function explain({ code, message }: CsvError, maxRecordBytes: number): string {
  return code === 'CSV_MAX_RECORD_SIZE'
    ? `The record is longer than ${maxRecordBytes} bytes, or a quote is never closed`
    : (explanations.get(code) ?? message)
}
