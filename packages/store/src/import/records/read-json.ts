/**
 * JSON: one array of objects. The array is cut into its items by brackets and quotes alone, and each item is parsed
 * separately: a malformed item is one problem, and the items after it are still read. The libraries that stream JSON
 * stop at the first error, and hold a string of any length in memory.
 */
import type { RecordLine } from '../../store.ts'
import { type Bytes, parseRecord, RecordBytes } from './record-bytes.ts'

const [quote, backslash, comma, open, close, newline] = Buffer.from('"\\,[]\n')
const opening = new Set(Buffer.from('[{'))
const closing = new Set(Buffer.from(']}'))
const space = new Set(Buffer.from(' \t\n\r'))
const blank = /^[ \t\n\r]*$/

/** Yields the items of the array. */
export async function* readJson(stream: Bytes, maxRecordBytes: number): AsyncGenerator<RecordLine[]> {
  const cutter = new ArrayCutter(maxRecordBytes)
  for await (const chunk of stream) {
    yield cutter.cut(chunk)
    if (cutter.broken) return
  }
  yield cutter.end()
}

/** Where the cutter is: before the array, inside it (with `#depth` brackets open), after it, or lost. */
type Place = 'before' | 'inside' | 'after' | 'lost'

class ArrayCutter {
  readonly #item: RecordBytes
  #place: Place = 'before'
  #depth = 0
  #quoted = false
  #escaped = false
  #line = 1
  /** The line on which the item begins; undefined before its first character. */
  #itemLine: number | undefined
  #isFirst = true
  #records: RecordLine[] = []

  constructor(maxRecordBytes: number) {
    this.#item = new RecordBytes(maxRecordBytes)
  }

  /** Whether the rest can't be read. */
  get broken(): boolean {
    return this.#place === 'lost'
  }

  cut(chunk: Uint8Array): RecordLine[] {
    let start = 0
    for (let index = 0; index < chunk.length && !this.broken; index += 1) {
      const byte = chunk[index] ?? 0
      if (byte === newline) this.#line += 1
      else if (this.#itemLine === undefined && !space.has(byte)) this.#itemLine = this.#line
      if (this.#place !== 'inside') this.#step(byte)
      else if (this.#endsItem(byte)) {
        this.#item.append(chunk.subarray(start, index))
        this.#endItem(byte)
      } else continue
      start = index + 1
    }
    if (this.#place === 'inside') this.#item.append(chunk.subarray(start))
    return this.#take()
  }

  end(): RecordLine[] {
    if (this.#place === 'before') this.#lose('The file is empty; it must be a JSON array.', 1)
    if (this.#place === 'inside') this.#lose('The file ends before its array does.')
    return this.#take()
  }

  #take(): RecordLine[] {
    const records = this.#records
    this.#records = []
    return records
  }

  #lose(problem: string, line = this.#itemLine ?? this.#line): void {
    this.#records.push({ line, problem })
    this.#place = 'lost'
  }

  /** Takes one byte outside of the array, where only space is allowed. */
  #step(byte: number): void {
    if (space.has(byte)) return
    if (this.#place === 'before' && byte === open) {
      this.#place = 'inside'
      this.#itemLine = undefined
    } else
      this.#lose(
        this.#place === 'before' ? 'The file must be a JSON array.' : 'There is more after the array.',
      )
  }

  /** Takes one byte of the array, and says whether it ends an item: a comma or bracket of the array itself. */
  #endsItem(byte: number): boolean {
    if (this.#quoted) {
      if (this.#escaped) this.#escaped = false
      else if (byte === backslash) this.#escaped = true
      else if (byte === quote) this.#quoted = false
      return false
    }
    if (byte === quote) this.#quoted = true
    else if (opening.has(byte)) this.#depth += 1
    else if (this.#depth === 0) return byte === comma || byte === close
    else if (closing.has(byte)) this.#depth -= 1
    return false
  }

  #endItem(byte: number): void {
    const taken = this.#item.take()
    const line = this.#itemLine ?? this.#line
    this.#itemLine = undefined
    const isLast = byte !== comma
    if (isLast) this.#place = 'after'
    const isEmpty = 'text' in taken && blank.test(taken.text)
    if (isEmpty && isLast && this.#isFirst) return
    this.#isFirst = false
    this.#records.push(
      isEmpty ? { line, problem: 'The item is empty: there is a comma too many.' } : parseRecord(line, taken),
    )
  }
}
