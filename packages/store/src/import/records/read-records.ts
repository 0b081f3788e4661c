/** Reads a file of records, whatever its format, in flat memory. */
import type { RecordLine, Records } from '../../store.ts'
import { asText, NotText, type ReadOptions } from './as-text.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readNdjson } from './read-ndjson.ts'
import { type Bytes, notUtf8, notUtf8Either } from './record-bytes.ts'

/** The formats that a file of plants, users or grants may have. */
export type RecordFormat = 'json' | 'ndjson' | 'csv'

/** A longer record is not kept in memory. */
const maxRecordBytes = 64 * 1024

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
    for await (const batch of readers[format](asText(stream, options), maxRecordBytes, options)) {
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
