/** Parses bytes into HTTP/1 responses (RFC 9112), and records what breaks the rules instead of refusing it. */
import type { RawResponse, Field } from './exchange.ts'
import { isInterim, valuesOf } from './fields.ts'
import { ByteQueue, type Step } from './byte-queue.ts'

/** A line that tells a status, well-formed or not: without one, nothing is a response. */
const statusLineLike = /^HTTP\S* (\d+)(?: .*)?\r?\n$/

/** Type, flags and stream of a frame. */
const settingsOfStream0 = Uint8Array.of(4, 0, 0, 0, 0, 0)

/** Reads answers as their bytes arrive. */
export class ResponseReader {
  /** The methods of the requests that are still to be answered. Add to it before the response comes. */
  readonly methods: string[] = []
  /** The responses that are complete, interim ones (1xx) among them. */
  readonly responses: RawResponse[] = []
  readonly #queue = new ByteQueue()
  readonly #steps = this.#readAll()

  push(bytes: Uint8Array): void {
    this.#queue.push(bytes)
    this.#steps.next()
  }

  /** No more bytes will come: an unfinished response is added to the others, with the fault that says so. */
  end(isBroken = false): void {
    this.#queue.end(isBroken)
    this.#steps.next()
  }

  /** What came and is not a response, or not yet one. */
  get surplus(): Buffer {
    return this.#queue.rest
  }

  /**
   * Whether the server goes on in HTTP/2, whose first frame is SETTINGS, of stream 0 (RFC 9113, 3.4 and 4.1). Its length,
   * which comes first, fills three bytes: no response in HTTP/1 begins with the NUL among them.
   */
  get isSwitched(): boolean {
    return this.surplus[0] === 0 && this.surplus.subarray(3, 9).equals(settingsOfStream0)
  }

  *#readAll(): Step<void> {
    for (;;) {
      const [, status] = statusLineLike.exec(yield* this.#queue.peekLine()) ?? []
      if (status === undefined) return
      this.responses.push(yield* readResponse(this.#queue, Number(status), this.methods))
    }
  }
}

function* readResponse(queue: ByteQueue, status: number, methods: string[]): Step<RawResponse> {
  const faults: string[] = []
  const statusLine = yield* readLine(queue, faults)
  const [, version = '', reason = ''] = /^HTTP\/(\d\.\d) \d{3} (.*)$/.exec(statusLine) ?? []
  if (version === '') faults.push(`the status line is ${JSON.stringify(statusLine)}`)
  const fields = yield* readFields(queue, faults)
  // An interim response leaves its request unanswered.
  const method = isInterim({ status }) ? methods[0] : methods.shift()
  const bare = method === 'HEAD' || isInterim({ status }) || status === 204 || status === 304
  const codings = valuesOf({ fields }, 'transfer-encoding')
  const lengths = valuesOf({ fields }, 'content-length')
  if (codings.length + lengths.length > 1) faults.push('the length of the body is stated more than once')
  const body = bare ? Buffer.alloc(0) : yield* readBody(queue, codings[0], lengths[0], faults)
  return { version, status, reason, fields, body, faults }
}

function* readLine(queue: ByteQueue, faults: string[]): Step<string> {
  const line = yield* queue.line()
  if (!line.endsWith('\r\n')) {
    faults.push(line.endsWith('\n') ? 'a line ends without CR' : 'the bytes end within a line')
  }
  return line.replace(/\r?\n$/, '')
}

function* readFields(queue: ByteQueue, faults: string[]): Step<readonly Field[]> {
  const fields: Field[] = []
  for (;;) {
    const line = yield* readLine(queue, faults)
    if (line === '') {
      return fields
    }
    const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t -~\u0080-\u00FF]*)$/.exec(line) ?? []
    if (name === undefined) {
      faults.push(`a header line is ${JSON.stringify(line)}`)
    } else {
      fields.push([name, value.trimEnd()])
    }
  }
}

/** RFC 9112 section 6.3. */
function* readBody(
  queue: ByteQueue,
  coding: string | undefined,
  length: string | undefined,
  faults: string[],
): Step<Buffer> {
  if (coding !== undefined) {
    if (coding.toLowerCase() !== 'chunked') {
      faults.push(`Transfer-Encoding is ${coding}`)
    }
    return yield* readChunks(queue, faults)
  }
  if (length !== undefined && !/^\d+$/.test(length)) {
    faults.push(`Content-Length is ${length}`)
    return Buffer.alloc(0)
  }
  // With neither, the body goes on until the connection closes.
  return yield* readStretch(queue, length === undefined ? Infinity : Number(length), faults)
}

function* readStretch(queue: ByteQueue, count: number, faults: string[]): Step<Buffer> {
  const bytes = yield* queue.stretch(count)
  if (bytes.length < count && count !== Infinity) {
    faults.push(`the bytes end after ${bytes.length} of ${count}`)
  }
  // Nobody knows whether that is all (RFC 9112, 8). A service that answers and leaves while more comes in resets it.
  if (count === Infinity && bytes.length > 0 && queue.broken) {
    faults.push('the connection is reset where its end should mark the end of the body')
  }
  return bytes
}

/** Fields that say how to read the content must come before it (RFC 9110, 6.5.1). */
const notInTrailers = /^(?:content-(?:encoding|length|type)|transfer-encoding|trailer)$/i

/** RFC 9112 section 7.1. The last chunk is empty; trailer fields are read and dropped. */
function* readChunks(queue: ByteQueue, faults: string[]): Step<Buffer> {
  const chunks: Buffer[] = []
  for (;;) {
    const line = yield* readLine(queue, faults)
    const [, size] = /^([\da-f]+)(?:;.*)?$/i.exec(line) ?? []
    if (size === undefined) {
      faults.push(`a chunk size is ${JSON.stringify(line)}`)
      return Buffer.concat(chunks)
    }
    const count = Number.parseInt(size, 16)
    if (count === 0) {
      const trailers = yield* readFields(queue, faults)
      faults.push(
        ...trailers.filter(([name]) => notInTrailers.test(name)).map(([name]) => `a trailer is ${name}`),
      )
      return Buffer.concat(chunks)
    }
    chunks.push(yield* readStretch(queue, count, faults))
    const end = yield* readLine(queue, faults)
    if (end !== '') {
      faults.push(`a chunk of ${count} bytes is followed by ${JSON.stringify(end)}`)
    }
  }
}
