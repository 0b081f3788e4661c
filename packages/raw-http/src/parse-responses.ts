/** Parses octets into HTTP/1 answers (RFC 9112), and records what breaks the rules instead of refusing it. */
import { OctetQueue, type Step } from './octet-queue.ts'
import { headerValues, type RawResponse } from './raw-response.ts'

/**
 * The answers that the octets hold, each with its faults. `methods` are those of the requests, in order (GET where
 * there is none): an answer to HEAD has no body. Octets after them that are not an answer are kept in `surplus`.
 */
export function parseResponses(
  octets: Uint8Array,
  methods: readonly string[] = [],
): { readonly responses: readonly RawResponse[]; readonly surplus: Buffer } {
  const reader = new ResponseReader()
  reader.methods.push(...methods)
  reader.push(octets)
  reader.end()
  return { responses: reader.responses, surplus: reader.surplus }
}

/** The first octet of `HTTP/`: octets that begin otherwise are not an answer. */
const firstOctet = 0x48

/** Reads answers as their octets arrive. */
export class ResponseReader {
  /** The methods of the requests that are still to be answered. Add to it before the answer comes. */
  readonly methods: string[] = []
  /** The answers that are complete, interim ones (1xx) among them. */
  readonly responses: RawResponse[] = []
  readonly #queue = new OctetQueue()
  readonly #steps = this.#readAll()

  push(octets: Uint8Array): void {
    this.#queue.push(octets)
    this.#steps.next()
  }

  /** No more octets will come: an unfinished answer is added to the others, with the fault that says so. */
  end(isBroken = false): void {
    this.#queue.end(isBroken)
    this.#steps.next()
  }

  /** What came and is not an answer, or not yet one. */
  get surplus(): Buffer {
    return this.#queue.rest
  }

  *#readAll(): Step<void> {
    while (yield* this.#queue.more()) {
      if (this.#queue.rest[0] !== firstOctet) {
        return
      }
      this.responses.push(yield* readResponse(this.#queue, this.methods))
    }
  }
}

type Headers = [name: string, value: string][]

function* readResponse(queue: OctetQueue, methods: string[]): Step<RawResponse> {
  const faults: string[] = []
  const statusLine = yield* readLine(queue, faults)
  const [, version = '', code = '', reason = ''] = /^HTTP\/(\d\.\d) (\d{3}) (.*)$/.exec(statusLine) ?? []
  if (version === '') {
    faults.push(`the status line is ${JSON.stringify(statusLine)}`)
  }
  const status = Number(code)
  const headers = yield* readHeaders(queue, faults)
  // An interim answer leaves its request unanswered.
  const method = status < 200 ? methods[0] : methods.shift()
  const bare = method === 'HEAD' || status < 200 || status === 204 || status === 304
  const lengths = [
    ...headerValues({ headers }, 'transfer-encoding'),
    ...headerValues({ headers }, 'content-length'),
  ]
  if (lengths.length > 1) faults.push('the length of the body is stated more than once')
  const body = bare ? Buffer.alloc(0) : yield* readBody(queue, headers, faults)
  return { version, status, reason, headers, body, faults }
}

function* readLine(queue: OctetQueue, faults: string[]): Step<string> {
  const line = yield* queue.line()
  if (!line.endsWith('\r\n')) {
    faults.push(line.endsWith('\n') ? 'a line ends without CR' : 'the octets end within a line')
  }
  return line.replace(/\r?\n$/, '')
}

function* readHeaders(queue: OctetQueue, faults: string[]): Step<Headers> {
  const headers: Headers = []
  for (;;) {
    const line = yield* readLine(queue, faults)
    if (line === '') {
      return headers
    }
    const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t -~\u0080-\u00FF]*)$/.exec(line) ?? []
    if (name === undefined) {
      faults.push(`a header line is ${JSON.stringify(line)}`)
    } else {
      headers.push([name, value.trimEnd()])
    }
  }
}

/** RFC 9112 section 6.3. */
function* readBody(queue: OctetQueue, headers: Headers, faults: string[]): Step<Buffer> {
  const codings = headerValues({ headers }, 'transfer-encoding')
  const lengths = headerValues({ headers }, 'content-length')
  const [coding] = codings
  const [length] = lengths
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

function* readStretch(queue: OctetQueue, count: number, faults: string[]): Step<Buffer> {
  const octets = yield* queue.stretch(count)
  if (octets.length < count && count !== Infinity) {
    faults.push(`the octets end after ${octets.length} of ${count}`)
  }
  // Nobody knows whether that is all (RFC 9112, 8). A service that answers and leaves while more comes in resets it.
  if (count === Infinity && octets.length > 0 && queue.broken) {
    faults.push('the connection is reset where its end should mark the end of the body')
  }
  return octets
}

/** Fields that say how to read the content must come before it (RFC 9110, 6.5.1). */
const notInTrailers = /^(?:content-(?:encoding|length|type)|transfer-encoding|trailer)$/i

/** RFC 9112 section 7.1. The last chunk is empty; trailer fields are read and dropped. */
function* readChunks(queue: OctetQueue, faults: string[]): Step<Buffer> {
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
      const trailers = yield* readHeaders(queue, faults)
      faults.push(
        ...trailers.filter(([name]) => notInTrailers.test(name)).map(([name]) => `a trailer is ${name}`),
      )
      return Buffer.concat(chunks)
    }
    chunks.push(yield* readStretch(queue, count, faults))
    const end = yield* readLine(queue, faults)
    if (end !== '') {
      faults.push(`a chunk of ${count} octets is followed by ${JSON.stringify(end)}`)
    }
  }
}
