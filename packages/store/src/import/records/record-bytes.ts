/** Collects the bytes of one record from chunk to chunk. */
import { isUtf8 } from 'node:buffer'
import type { RecordLine } from '../../store.ts'

/** The bytes of a file, such as a `Readable` without an encoding. A chunk must not change once it has been yielded. */
export type Bytes = AsyncIterable<Uint8Array>

/** The problem of a record in another encoding. */
export const notUtf8 =
  'The record is not valid UTF-8: save the file as "CSV UTF-8", or convert it, for example with iconv.'

/** Collects up to a number of bytes; beyond it, only remembers that there were more. */
export class RecordBytes {
  readonly #max: number
  #pieces: Uint8Array[] = []
  #length = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Adds bytes, without copying them. */
  append(bytes: Uint8Array): void {
    this.#length += bytes.length
    if (this.#length > this.#max) this.#pieces = []
    else this.#pieces.push(bytes)
  }

  /** What was collected since the last call, as text, or why there is none. */
  take(): { readonly text: string } | { readonly problem: string } {
    const length = this.#length
    const bytes = Buffer.concat(this.#pieces)
    this.#length = 0
    this.#pieces = []
    if (length > this.#max) return { problem: `The record is longer than ${this.#max} bytes.` }
    return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { problem: notUtf8 }
  }
}

/** Parses a record as JSON. It begins on `line` of its file. */
export function parseRecord(line: number, taken: ReturnType<RecordBytes['take']>): RecordLine {
  if ('problem' in taken) return { line, problem: taken.problem }
  try {
    const value: unknown = JSON.parse(taken.text)
    const repeated = findRepeatedMember(taken.text)
    if (repeated === undefined) return { line, value }
    return { line, problem: `The member ${JSON.stringify(repeated)} occurs twice.` }
  } catch (error) {
    return { line, problem: `The record is not JSON: ${explain(error)}.` }
  }
}

/** Without the position within the record: a person looks for the line of the file. */
function explain(error: unknown): string {
  return error instanceof Error ? error.message.replace(/ in JSON at position .*/, '') : 'unreadable'
}

/** In JSON: a string, with the colon that makes it a member's name; or a bracket. */
const nameOrBracket = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g

/** A member that the record has twice, of which `JSON.parse` keeps the last; nested objects are not searched. */
function findRepeatedMember(json: string): string | undefined {
  const seen = new Set<unknown>()
  let depth = 0
  for (const [token, colon] of json.matchAll(nameOrBracket)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth === 1 && colon !== undefined) {
      const name: unknown = JSON.parse(token.slice(0, -colon.length))
      if (seen.has(name)) return String(name)
      seen.add(name)
    }
  }
  return undefined
}
