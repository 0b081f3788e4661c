/** Reads a file of records, whatever its format, in flat memory. */
import type { RecordLine, Records } from '../../store.ts'
import { firstLineFirst } from './first-line.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { type Bytes, parseRecord, RecordBytes } from './record-bytes.ts'

/** The formats that a file of plants, users or grants may have. */
export type RecordFormat = 'json' | 'ndjson' | 'csv'

/** A longer record is not kept in memory. */
const maxBytes = 64 * 1024

const readers = { json: readJson, ndjson: readNdjson, csv: readCsv } as const

/**
 * Yields the records of a file in batches; of CSV, without the columns that are to be ignored. Text is UTF-8. A record that
 * can't be read, or is longer than 64 KiB, is a problem of its line; the records after it are still read, as long as their
 * beginnings can be found. Rejects only as the stream does.
 */
export async function* readRecords(
  stream: Bytes,
  format: RecordFormat,
  ignoreColumns: readonly string[] = [],
): Records & AsyncGenerator<readonly RecordLine[]> {
  yield* readers[format](firstLineFirst(stream), maxBytes, ignoreColumns)
}

const newline = 0x0a
const blank = /^[ \t\r]*$/

/** Yields the records of the lines; an empty line is no record. */
async function* readNdjson(stream: Bytes, maxRecordBytes: number): AsyncGenerator<RecordLine[]> {
  const bytes = new RecordBytes(maxRecordBytes)
  let line = 0

  function endLine(): RecordLine[] {
    line += 1
    const taken = bytes.take()
    return 'text' in taken && blank.test(taken.text) ? [] : [parseRecord(line, taken)]
  }

  for await (const chunk of stream) {
    const records: RecordLine[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      bytes.append(chunk.subarray(start, end))
      records.push(...endLine())
      start = end + 1
    }
    bytes.append(chunk.subarray(start))
    yield records
  }
  yield endLine()
}
