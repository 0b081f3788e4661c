/** Refuses input that never became a request: finds the cause, and writes the response to the bare socket. */
import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCause } from '@plant-store/contracts'
import type { HttpError } from '../middleware/context.ts'
import { bodyFailed, maxTargetLength } from '../middleware/receive-request.ts'

/** The error of `clientError`: why Node's HTTP parser or one of its timeouts gives up a connection. */
export interface ParserError extends Error {
  readonly code?: string
  /** The data, as received in one read, in which the fault was found. */
  readonly rawPacket?: Buffer
  /** How much of that data was parsed. */
  readonly bytesParsed?: number
}

/** The catalogue's name for the error; undefined if the client is gone, or already knows that the connection closes. */
export function causeOfParserError(error: ParserError): ErrorCause | undefined {
  const { code } = error
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'requestTimeout'
    case 'HPE_HEADER_OVERFLOW':
      return isLongTarget(error) ? 'targetTooLong' : 'headersTooLarge'
    // Data after a request that said `Connection: close`: nobody waits for a response to it.
    case 'HPE_CLOSED_CONNECTION':
    case undefined:
      return undefined
    default:
      return code.startsWith('HPE_') ? 'malformedRequest' : undefined
  }
}

/** A request line that is too long, from the end of its method on; content of another request may precede it. */
const longLine = new RegExp(String.raw`[A-Z] [/*h][^ ]{${maxTargetLength}}`)

/** Whether it is the request line that is too long. This can't be told if the line began in an earlier read. */
function isLongTarget({ rawPacket, bytesParsed }: ParserError): boolean {
  const read = rawPacket?.toString('latin1', 0, bytesParsed) ?? ''
  // Other requests may precede the last one.
  const [line = ''] = read.split('\r\n\r\n').at(-1)?.split('\r\n', 1) ?? []
  return longLine.test(line)
}

/** The refusal that a connection was given. `reason` is for the log. */
export interface ConnectionRefusal {
  readonly requestId: string
  readonly clientAddress: string | undefined
  readonly status: number
  readonly error: number
  readonly reason: string
}

/** A connection to refuse, and the last response still due on it, if any. */
interface Refusable {
  readonly socket: Socket
  readonly error: HttpError
  readonly last: ServerResponse | undefined
}

/** Answers input that is no request, and closes the connection. A response that is still due goes first. */
export function refuseConnection(
  { socket, error, last }: Refusable,
  report: (refusal: ConnectionRefusal) => void,
): void {
  if (last === undefined) sendRefusal(socket, error, report)
  else if (last.req.complete) last.once('close', () => sendRefusal(socket, error, report))
  // The request is being handled, but the rest of its body is missing: the middleware answers now, or already has.
  else if (!last.req.emit(bodyFailed, error)) closeBehind(last, socket)
}

function sendRefusal(socket: Socket, error: HttpError, report: (refusal: ConnectionRefusal) => void): void {
  // The client is gone, or has already been answered.
  if (!socket.writable) return
  const requestId = randomUUID()
  const { status, number, message: reason } = error
  report({ requestId, clientAddress: socket.remoteAddress, status, error: number, reason })
  closeGently(socket, writeResponse(error, requestId))
}

function closeBehind(res: ServerResponse, socket: Socket): void {
  if (res.headersSent) res.once('close', () => closeGently(socket))
  else res.shouldKeepAlive = false
}

function writeResponse({ status, headers, body }: HttpError, requestId: string): string {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Date: ${new Date().toUTCString()}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** How long, and how many bytes, are read after the last response. */
const lingerMs = 2000
const maxLingerLength = 16 * 1024 * 1024

/**
 * Closes a connection so that the client still gets the response. Sends `last` and the end, then reads and drops what
 * the client is still sending: closing a socket that has unread bytes resets the connection, and the reset may
 * overtake the response (RFC 9112 section 9.6). None of it reaches the parser. A client that goes on sending for too
 * long is cut off.
 */
export function closeGently(socket: Socket, last = ''): void {
  // The socket is already being closed, or the client is gone.
  if (!socket.writable) return
  socket.end(last)
  const limit = socket.bytesRead + maxLingerLength
  socket.removeAllListeners('data')
  socket.on('data', () => {
    if (socket.bytesRead > limit) socket.destroy()
  })
  const deadline = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(deadline))
}
