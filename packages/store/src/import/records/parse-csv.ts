/** Configures csv-parse to read what we call CSV. */
import { finished } from 'node:stream/promises'
import { CsvError, type Info, parse, type Parser } from 'csv-parse'
import type { Bytes } from './record-bytes.ts'

/** A record of cells or a problem, and the line of the file on which it begins. */
export type CsvLine =
  | { readonly line: number; readonly cells: readonly Buffer[] }
  | { readonly line: number; readonly problem: string }

/**
 * Yields the records and, last, the one that can't be read, if any, with the reason. What follows has no meaning. The first
 * chunk has the whole first line.
 */
export async function* parseCsv(stream: Bytes, maxRecordBytes: number): AsyncGenerator<CsvLine[]> {
  let batch: CsvLine[] = []
  // The parser's own line count is one too high after a CR LF between quotes.
  let lines = 0
  const open = (head: Uint8Array): { readonly parser: Parser; readonly end: Promise<void> } => {
    const parser = parse({
      encoding: null,
      delimiter: findDelimiter(head),
      // A quote may follow a blank. `rtrim` takes no bytes.
      ltrim: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRecordBytes,
      // Collected here, a record that was read before an error is not lost with the stream.
      on_record: (record: unknown, { empty_lines }: Info) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without an encoding, cells are bytes
        const cells = record as Buffer[]
        batch.push({ line: lines + empty_lines + 1, cells })
        lines += 1 + countNewlines(cells)
        return null
      },
    })
    const end = finished(parser.resume()).catch((error: unknown) => {
      if (!(error instanceof CsvError)) throw error
      const problem = `${explain(error, maxRecordBytes)}; the lines after it were not read.`
      batch.push({ line: lines + Number(error['empty_lines']) + 1, problem })
    })
    return { parser, end }
  }
  let opened: ReturnType<typeof open> | undefined
  for await (const chunk of stream) {
    opened ??= open(chunk)
    opened.parser.write(chunk)
    if (opened.parser.errored !== null) break
    yield batch
    batch = []
  }
  opened?.parser.end()
  await opened?.end
  yield batch
}

/** A semicolon where the first line has no comma: so spreadsheets write CSV in countries that write 1,5. */
function findDelimiter(head: Uint8Array): string {
  const [line = ''] = Buffer.from(head).toString('latin1').split('\n', 1)
  return line.includes(';') && !line.includes(',') ? ';' : ','
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
    'There is something after a closing quote, be it a blank (inside of quotes, a quote is written twice)',
  ],
  ['INVALID_OPENING_QUOTE', 'There is a quote inside of a cell that does not begin with one'],
])

function explain({ code, message }: CsvError, maxRecordBytes: number): string {
  return code === 'CSV_MAX_RECORD_SIZE'
    ? `The record is longer than ${maxRecordBytes} bytes, or a quote is never closed`
    : (explanations.get(code) ?? message)
}
