/** Turns the bytes of a file into UTF-8 with lines that end in LF, from what its first bytes and its first line show. */
import { TextDecoder } from 'node:util'
import type { Bytes } from './record-bytes.ts'

/** What a person says of a file, and what is reported to them. */
export interface ReadOptions {
  /**
   * A label of the WHATWG's Encoding Standard, such as `windows-1252`. By default UTF-8, or UTF-16 where the file begins
   * like it.
   */
  readonly encoding?: string | undefined
  /** What separates the cells of CSV: one character. By default what `sep=` or the first line shows. */
  readonly delimiter?: string | undefined
  /** Columns of CSV that are left out. */
  readonly ignoreColumns?: readonly string[] | undefined
  /** Is called with whatever was found by looking, such as `semicolons separate the cells`. */
  readonly onFound?: ((what: string) => void) | undefined
}

/** A file that has no records, whatever its format; the message says what it is, and what to do. */
export class NotText extends Error {}

const saveAs = 'open it, save it as "CSV UTF-8", and import that'

/** How files begin that are not text. */
const signatures = [
  ['PK\u0003\u0004', `a spreadsheet (.xlsx or .ods) or another zip archive; ${saveAs}`],
  ['\u00D0\u00CF\u0011\u00E0', `a spreadsheet or another document of an old format; ${saveAs}`],
  ['\u001F\u008B', 'compressed; unpack it with gunzip, and import that'],
  ['%PDF', 'a PDF document; import what it was made from'],
  ['SQLite format 3', 'an SQLite database; plant-store restore reads those of plant-store'],
] as const

const marks = [
  ['utf-16le', /^(?:\u00FF\u00FE|[^\0]\0)/],
  ['utf-16be', /^(?:\u00FE\u00FF|\0[^\0])/],
] as const

/** The byte-order mark of UTF-8, a character for each byte. */
const utf8Mark = '\u00EF\u00BB\u00BF'

/** As much as signatures and marks need. */
const headBytes = 16

/** Throws `NotText` for what is none. Otherwise it fails only as the stream does. */
export async function* asText(stream: Bytes, options: ReadOptions): AsyncGenerator<Uint8Array> {
  let isCr: boolean | undefined
  for await (const chunk of headFirst(decoded(stream, options), hasLine)) {
    let bytes = chunk
    if (isCr === undefined) {
      const head = chunk.toString('latin1')
      isCr = /^[^\r\n]*\r(?!\n)/.test(head)
      if (isCr) options.onFound?.('lines end in CR')
      if (head.startsWith(utf8Mark)) bytes = chunk.subarray(utf8Mark.length)
    }
    yield isCr ? bytes.map((byte) => (byte === 0x0d ? 0x0a : byte)) : bytes
  }
}

/** Whether there is a whole line, and whatever follows a CR. */
function hasLine(head: Buffer): boolean {
  return head.includes('\n') || head.subarray(0, -1).includes('\r')
}

async function* decoded(stream: Bytes, options: ReadOptions): AsyncGenerator<Uint8Array> {
  let decode: Decode | undefined
  for await (const chunk of headFirst(stream, ({ length }) => length >= headBytes)) {
    decode ??= chooseDecoder(chunk.toString('latin1', 0, headBytes), options)
    yield decode(chunk)
  }
  if (decode !== undefined) yield decode()
}

/** Decodes the next bytes; without any, what is left. */
type Decode = (bytes?: Uint8Array) => Uint8Array

function chooseDecoder(head: string, { encoding: given, onFound }: ReadOptions): Decode {
  const [, what] = signatures.find(([signature]) => head.startsWith(signature)) ?? []
  if (what !== undefined) throw new NotText(`The file is ${what}.`)
  const [found] = marks.find(([, mark]) => mark.test(head)) ?? []
  if (given === undefined && found !== undefined) onFound?.(`its encoding is ${found}`)
  const decoder = new TextDecoder(given ?? found ?? 'utf-8', { fatal: true })
  // Each record of UTF-8 is checked by itself, so that the others are read.
  if (decoder.encoding === 'utf-8') return (bytes = new Uint8Array()) => bytes
  return (bytes) => {
    try {
      return Buffer.from(decoder.decode(bytes, { stream: bytes !== undefined }))
    } catch {
      throw new NotText(`The encoding of the file is not ${decoder.encoding}; save it as UTF-8.`)
    }
  }
}

/** A longer beginning is not waited for. */
const maxHeadBytes = 64 * 1024

/** The same bytes, with enough of them in the first chunk: so many, or all. */
async function* headFirst(stream: Bytes, isEnough: (head: Buffer) => boolean): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of stream) {
    if (head === undefined) {
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < maxHeadBytes && !isEnough(head)) continue
    yield head
    head = undefined
  }
  if (head !== undefined) yield head
}
