/** The bytes of one record, collected from chunk to chunk. */
import { isUtf8 } from 'node:buffer'
import type { RecordLine } from '../store.ts'

/** The bytes of a file, such as a `Readable` without an encoding. A chunk that was yielded is not written to again. */
export type Bytes = AsyncIterable<Uint8Array>

/** Collects up to a number of bytes; beyond it, only the fact is kept. */
export class RecordBytes {
  readonly #max: number
  #pieces: Uint8Array[] = []
  #length = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Takes bytes in, without copying them. */
  append(bytes: Uint8Array): void {
    this.#length += bytes.length
    if (this.#length > this.#max) this.#pieces = []
    else this.#pieces.push(bytes)
  }

  /** What was collected since the last call: its text, or why there is none. */
  take(): { readonly text: string } | { readonly problem: string } {
    const length = this.#length
    const bytes = Buffer.concat(this.#pieces)
    this.#length = 0
    this.#pieces = []
    if (length > this.#max) return { problem: `The record is longer than ${this.#max} bytes.` }
    return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { problem: 'The record is not valid UTF-8.' }
  }
}

/** Reads one record as JSON. */
export function parseRecord(line: number, taken: ReturnType<RecordBytes['take']>): RecordLine {
  if ('problem' in taken) return { line, problem: taken.problem }
  try {
    const value: unknown = JSON.parse(taken.text)
    return { line, value }
  } catch (error) {
    return {
      line,
      problem: `The record is not JSON: ${error instanceof Error ? error.message : 'unreadable'}.`,
    }
  }
}
