/** NDJSON: one JSON object on each line. */
import type { RecordLine } from '../../store.ts'
import { type Bytes, parseRecord, RecordBytes } from './record-bytes.ts'

const newline = 0x0a
const blank = /^[ \t\r]*$/

/** Yields the records of the lines; an empty line is no record. */
export async function* readNdjson(stream: Bytes, maxRecordBytes: number): AsyncGenerator<RecordLine[]> {
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
