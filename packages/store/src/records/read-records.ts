/** Reads a file of records, whatever its format, in flat memory. */
import type { Bytes } from './record-bytes.ts'
import type { Records } from '../store.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readNdjson } from './read-ndjson.ts'

/** The formats that a file of plants, users or grants may have. */
export type RecordFormat = 'json' | 'ndjson' | 'csv'

/** A longer record is not kept in memory. */
const maxRecordBytes = 64 * 1024

const readers = { json: readJson, ndjson: readNdjson, csv: readCsv } as const

/**
 * Yields the records of a file in batches. Text is UTF-8, with or without a byte-order mark. A record that can't be
 * read, or is longer than 64 KiB, is a problem of its line; the records after it are still read, as long as their
 * beginnings can be found. Rejects only as the stream does.
 */
export function readRecords(stream: Bytes, format: RecordFormat): Records {
  return readers[format](withoutMark(stream), maxRecordBytes)
}

const mark = Buffer.from('\uFEFF')

/** The bytes after the byte-order mark, if there is one. */
async function* withoutMark(stream: Bytes): Bytes & AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of stream) {
    if (head === undefined) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < mark.length) continue
    yield head.subarray(0, mark.length).equals(mark) ? head.subarray(mark.length) : head
    head = undefined
  }
  if (head !== undefined) yield head
}
