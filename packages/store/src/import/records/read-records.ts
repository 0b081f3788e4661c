/** Reads a file of records, whatever its format, in flat memory. */
import type { RecordLine, Records } from '../../store.ts'
import { asText, NotText, type ReadOptions } from './as-text.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { type Bytes, notUtf8, notUtf8Either, parseRecord, RecordBytes } from './record-bytes.ts'

/** The formats that a file of plants, users or grants may have. */
export type RecordFormat = 'json' | 'ndjson' | 'csv'

/** A longer record is not kept in memory. */
const maxBytes = 64 * 1024

const readers = { json: readJson, ndjson: readNdjson, csv: readCsv } as const

/**
 * Yields the records of a file in batches. Text is UTF-8, or as the options say or the file shows. A record that can't be
 * read, or is longer than 64 KiB, is a problem of its line; the records after it are still read, as long as their
 * beginnings can be found. Rejects only as the stream does.
 */
export async function* readRecords(
  stream: Bytes,
  format: RecordFormat,
  options: ReadOptions = {},
): Records & AsyncGenerator<readonly RecordLine[]> {
  try {
    const say = adviseOnce()
    for await (const batch of readers[format](asText(stream, options), maxBytes, options)) {
      yield batch.map((each) => say(each))
    }
  } catch (error) {
    if (!(error instanceof NotText)) throw error
    yield [{ line: 1, problem: error.message }]
  }
}

function adviseOnce(): (record: RecordLine) => RecordLine {
  let isAdvised = false
  return (record) => {
    if (!('problem' in record) || record.problem !== notUtf8) return record
    const problem = isAdvised ? notUtf8Either : notUtf8
    isAdvised = true
    return { line: record.line, problem }
  }
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
