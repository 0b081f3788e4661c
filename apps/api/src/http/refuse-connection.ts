/** An Error body for a connection that never made a request, written on the bare socket. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCause, errorCatalogue } from '@plant-store/contracts'
import { toBody } from './answer.ts'
import type { Exchange } from './connections.ts'
import { errorOf, Failure } from './failure.ts'

/** How long what the client is still sending is read and dropped, so that our answer isn't lost to a reset. */
const lingerMs = 1000

/** What a connection was refused with. `reason` is for the log. */
export interface ConnectionRefusal {
  readonly requestId: string
  readonly status: number
  readonly error: number
  readonly reason: string
}

/** A connection to refuse, and the exchange that is under way on it, if any. */
export interface Refusable {
  readonly socket: Duplex
  readonly cause: ErrorCause
  readonly reason: string
  readonly exchange: Exchange | undefined
}

/**
 * Answers what is no request, and closes. An answer that is due before it goes first; a request that broke off in its
 * content is answered by the layers, if they still wait for it, and by nobody if it has its answer already.
 */
export function refuseConnection(refusable: Refusable, tell: (refusal: ConnectionRefusal) => void): void {
  const { socket, cause, reason, exchange } = refusable
  if (exchange === undefined) {
    writeRefusal(refusable, tell)
  } else if (exchange.req.complete) {
    exchange.res.once('close', () => writeRefusal(refusable, tell))
  } else if (exchange.req.listenerCount('error') > 0) {
    exchange.req.emit('error', new Failure(cause, reason))
  } else if (exchange.res.headersSent) {
    exchange.res.once('close', () => socket.destroy())
  } else {
    exchange.res.shouldKeepAlive = false
  }
}

function writeRefusal(
  { socket, cause, reason }: Refusable,
  tell: (refusal: ConnectionRefusal) => void,
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status, error } = errorCatalogue[cause]
  const requestId = randomUUID()
  socket.end(writeAnswer(cause, requestId))
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
  tell({ requestId, status, error, reason })
}

function writeAnswer(cause: ErrorCause, requestId: string): string {
  const entry = errorCatalogue[cause]
  const body = toBody(errorOf(entry))
  const lines = [
    `HTTP/1.1 ${entry.status} ${STATUS_CODES[entry.status]}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    `Date: ${new Date().toUTCString()}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  if (entry.status === 405) {
    lines.push('Allow: GET, HEAD')
  }
  return `${lines.join('\r\n')}\r\n\r\n${body.text}`
}
