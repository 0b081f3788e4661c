/** The socket level: limits and timeouts, and refusals of what never becomes a request. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCause } from '@plant-store/contracts'
import { maxHeaderFields, maxTargetLength } from './framing.ts'
import { listen } from './listen.ts'
import { type ConnectionRefusal, refuseConnection } from './refuse-connection.ts'

/** Milliseconds and counts; each is a limit on what a stranger can hold. */
export interface Limits {
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** How long a connection may make no progress: a reader that never reads is cut off after it. */
  readonly stallTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  readonly maxConnections: number
}

/** Hears of connections that were refused before a request was complete. */
export interface GuardObserver {
  /** A connection was given this answer, and closed. */
  refused(refusal: ConnectionRefusal): void
  /** A connection was turned away because there were too many. */
  dropped(): void
}

/** A listener with its limits in place. */
export interface Guard {
  /** Resolves to the port once connections are accepted. Rejects with a `ListenError`. */
  listen(host: string, port: number): Promise<number>
  /** Tells every connection to end after its current answer. New ones are still served. */
  announceClose(): void
  /** Accepts no more, lets answers finish until the deadline, then breaks what is left. */
  close(deadlineMs: number): Promise<void>
}

/** Octets of request line and header fields together; the parser refuses more. */
const maxHeaderSize = 16_384

/** Puts `answer` behind the limits. Nothing is served before `listen`. */
export function createGuard(answer: RequestListener, limits: Limits, observer: GuardObserver): Guard {
  const server = createServer(serverOptions(limits))
  server.timeout = limits.stallTimeoutMs
  server.maxConnections = limits.maxConnections
  // One more than is allowed: a request that lost fields to this limit is recognised by its count.
  server.maxHeadersCount = maxHeaderFields + 1
  const answering = new Map<Duplex, ServerResponse>()
  let closing = false

  const begin: RequestListener = (req, res) => {
    answering.set(req.socket, res)
    res.shouldKeepAlive &&= !closing
    res.once('close', () => {
      if (answering.get(req.socket) === res) {
        answering.delete(req.socket)
      }
    })
    answer(req, res)
  }
  const refuse = (socket: Duplex, cause: ErrorCause, reason: string): void => {
    const refusal = refuseConnection(socket, cause, reason, answering.get(socket))
    if (refusal !== undefined) {
      observer.refused(refusal)
    }
  }
  server.on('request', begin)
  // Without these, Node answers 417 with no body, and closes CONNECT without a word.
  server.on('checkExpectation', (req) => refuse(req.socket, 'expectationFailed', 'Expect'))
  server.on('connect', (_req, socket: Duplex) => refuse(socket, 'methodNotAllowed', 'CONNECT'))
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const cause = causeOf(error)
    if (cause === undefined) {
      socket.destroy()
    } else {
      refuse(socket, cause, error.code ?? error.message)
    }
  })
  server.on('drop', () => observer.dropped())

  return {
    listen: (host, port) => listen(server, host, port),
    announceClose: () => {
      closing = true
      for (const res of answering.values()) {
        res.shouldKeepAlive &&= res.headersSent
      }
    },
    close: (deadlineMs) => closeServer(server, deadlineMs),
  }
}

function serverOptions(limits: Limits): Parameters<typeof createServer>[0] & object {
  return {
    maxHeaderSize,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // How often the two timeouts above are looked at.
    connectionsCheckingInterval: Math.min(1000, limits.headersTimeoutMs),
    // Node would refuse a missing Host without a body; `framing` does it with one.
    requireHostHeader: false,
    noDelay: true,
  }
}

/** What Node's parser says of a connection it gives up. */
interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

/** The catalogue's name for a parser's complaint; undefined when there is nobody left to answer. */
function causeOf({ code, rawPacket }: ParserError): ErrorCause | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return 'requestTimeout'
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const line = rawPacket?.indexOf('\r\n') ?? -1
    return line === -1 || line > maxTargetLength ? 'targetTooLong' : 'headersTooLarge'
  }
  return code?.startsWith('HPE_') === true ? 'malformedRequest' : undefined
}

/** How often connections that became idle while closing are let go. */
const sweepMs = 50

async function closeServer(server: Server, deadlineMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
  server.close(() => resolve())
  await promise
  clearInterval(sweep)
  clearTimeout(deadline)
}
