/** The socket level: limits and timeouts, and refusals of what never becomes a request. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ErrorCause } from '@plant-store/contracts'
import { Connections } from './connections.ts'
import { maxHeaderFields, maxHeaderLength } from './framing.ts'
import { listen } from './listen.ts'
import { causeOfParserError, type ParserError } from './parser-error.ts'
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

/** Where the parser gives up. Above what `framing` allows, so that nearly all refusals are told apart there. */
const maxHeaderSize = 2 * maxHeaderLength

/** Puts `answer` behind the limits. Nothing is served before `listen`. */
export function createGuard(answer: RequestListener, limits: Limits, observer: GuardObserver): Guard {
  const server = createServer(serverOptions(limits))
  server.timeout = limits.stallTimeoutMs
  server.maxConnections = limits.maxConnections
  // One more than is allowed: a request that lost fields to this limit is recognised by its count.
  server.maxHeadersCount = maxHeaderFields + 1
  const connections = new Connections()

  const refuse = (socket: Duplex, cause: ErrorCause, reason: string): void => {
    const exchange = connections.lastExchange(socket)
    refuseConnection({ socket, cause, reason, exchange }, (refusal) => observer.refused(refusal))
  }
  server.on('connection', (socket: Socket) => connections.add(socket))
  server.on('drop', () => observer.dropped())
  const begin: RequestListener = (req, res) => {
    connections.begin({ req, res })
    answer(req, res)
  }
  server.on('request', begin)
  // Node would answer an expectation that it doesn't know with no body, and close CONNECT without a word.
  server.on('checkExpectation', begin)
  server.on('connect', (_req, socket: Duplex) => refuse(socket, 'methodNotAllowed', 'CONNECT'))
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const cause = causeOfParserError(error)
    if (cause !== undefined) {
      refuse(socket, cause, error.code ?? error.message)
    } else if (error.code !== 'HPE_CLOSED_CONNECTION') {
      socket.destroy()
    }
  })

  return {
    listen: (host, port) => listen(server, host, port),
    announceClose: () => connections.announceClose(),
    close: (deadlineMs) => closeServer(server, connections, deadlineMs),
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

/** How often connections that became idle while closing are let go. */
const sweepMs = 50

async function closeServer(server: Server, connections: Connections, deadlineMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sweep = setInterval(() => {
    server.closeIdleConnections()
    connections.closeSilent()
  }, sweepMs)
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
  server.close(() => resolve())
  await promise
  clearInterval(sweep)
  clearTimeout(deadline)
}
