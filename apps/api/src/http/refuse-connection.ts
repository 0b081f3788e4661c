/** An Error body for a connection that never made a request, written on the bare socket. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCause, errorCatalogue } from '@plant-store/contracts'
import { errorBody } from './failure.ts'

/** How long what the client is still sending is read and dropped, so that our answer isn't lost to a reset. */
const lingerMs = 1000

/** What a connection was refused with. `reason` is for the log. */
export interface ConnectionRefusal {
  readonly requestId: string
  readonly status: number
  readonly error: number
  readonly reason: string
}

/**
 * Answers and closes; `begun` is the answer that the connection is in the middle of, if any.
 * Returns undefined when nothing could be sent without damaging what was sent before.
 */
export function refuseConnection(
  socket: Duplex,
  cause: ErrorCause,
  reason: string,
  begun: ServerResponse | undefined,
): ConnectionRefusal | undefined {
  if (!socket.writable || begun?.headersSent === true) {
    socket.destroy()
    return undefined
  }
  const { status, error } = errorCatalogue[cause]
  const requestId = randomUUID()
  socket.end(writeAnswer(cause, requestId))
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
  return { requestId, status, error, reason }
}

function writeAnswer(cause: ErrorCause, requestId: string): string {
  const entry = errorCatalogue[cause]
  const body = errorBody(entry)
  const lines = [
    `HTTP/1.1 ${entry.status} ${STATUS_CODES[entry.status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Date: ${new Date().toUTCString()}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  if (entry.status === 405) {
    lines.push('Allow: GET, HEAD')
  }
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
