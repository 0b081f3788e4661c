/** The socket level: limits and timeouts, and answers to what never becomes a request. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { closeGently } from './close-gently.ts'
import { Connections } from './connections.ts'
import { HttpError } from './http-error.ts'
import { listen } from './listen.ts'
import {
  causeOfParserError,
  type ConnectionRefusal,
  type ParserError,
  refuseConnection,
} from './refuse-connection.ts'
import { maxHeaderFields, maxHeaderLength } from './validate-request.ts'

/** Milliseconds and counts; each is a limit on what a stranger can hold. */
export interface Limits {
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** How long a connection may make no progress: a reader that never reads is cut off after it. */
  readonly stallTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  readonly maxConnections: number
}

/** Hears of what never became a request. */
export interface ConnectionObserver {
  /** A connection was given this answer, and closed. */
  refused(refusal: ConnectionRefusal): void
  /** A connection was turned away because there were too many. */
  dropped(): void
  /** Connections can't be accepted, such as when the process has no file descriptor left. */
  failed(error: Error): void
}

/** A listener with its limits in place. */
export interface HttpServer {
  /** Resolves to the port once connections are accepted. Rejects with a `ListenError`. */
  listen(host: string, port: number): Promise<number>
  /** Tells every connection to end after its current answer. New ones are still served. */
  announceClose(): void
  /** Accepts no more, lets answers finish until the deadline, then breaks what is left. */
  close(deadlineMs: number): Promise<void>
}

/**
 * Puts `handler` behind the limits. Nothing is served before `listen`. Every socket, request and answer has a listener
 * for `error` from its beginning to its end: an error that nobody listens to would end the process.
 */
export function createHttpServer(
  handler: RequestListener,
  limits: Limits,
  observer: ConnectionObserver,
): HttpServer {
  const server = createServer(serverOptions(limits))
  server.timeout = limits.stallTimeoutMs
  server.maxConnections = limits.maxConnections
  // One more than is allowed: a request that lost fields to this limit is recognised by its count.
  server.maxHeadersCount = maxHeaderFields + 1
  const connections = new Connections()

  // Until then an error is that of `listen`, which tells it.
  server.once('listening', () => server.on('error', (error) => observer.failed(error)))
  server.on('drop', () => observer.dropped())
  server.on('connection', (socket: Socket) => {
    socket.on('error', clientLeft)
    // Node calls it behind an answer that says `Connection: close`.
    socket.destroySoon = () => closeGently(socket)
    connections.add(socket)
  })

  const begin: RequestListener = (req, res) => {
    req.on('error', clientLeft)
    res.on('error', clientLeft)
    connections.begin(res)
    // Node 24 drops what comes behind such a request in the same piece: nobody is to wait for an answer to that.
    if (req.headers.upgrade !== undefined) res.shouldKeepAlive = false
    handler(req, res)
  }
  server.on('request', begin)
  // Node would answer an expectation that it doesn't know with no body, and close CONNECT without a word.
  server.on('checkExpectation', begin)

  const refuse = (socket: Socket, error: HttpError): void => {
    const last = connections.last(socket)
    refuseConnection({ socket, error, last }, (refusal) => observer.refused(refusal))
  }
  server.on('connect', (_req, socket: Socket) => {
    // Node has taken its listeners away. An answer that is under way before it would wait for ever.
    socket.on('drain', () => connections.current(socket)?.emit('drain'))
    socket.on('timeout', () => socket.destroy())
    refuse(socket, new HttpError('methodNotAllowed', 'CONNECT', { headers: { Allow: 'GET, HEAD' } }))
  })
  server.on('clientError', (error: ParserError, socket: Socket) => {
    const cause = causeOfParserError(error)
    if (cause !== undefined) refuse(socket, new HttpError(cause, error.code ?? error.message))
    else if (error.code !== 'HPE_CLOSED_CONNECTION') socket.destroy()
  })
  return {
    listen: (host, port) => listen(server, host, port),
    announceClose: () => connections.announceClose(),
    close: (deadlineMs) => closeServer(server, connections, deadlineMs),
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
  const deadline = setTimeout(() => connections.closeAll(), deadlineMs)
  server.close(() => resolve())
  await promise
  clearInterval(sweep)
  clearTimeout(deadline)
}

/** What was under way on the connection learns of it by the `close` of the answer, and tells the log. */
const clientLeft = (): void => {}

function serverOptions(limits: Limits): ServerOptions {
  return {
    // Above what `validate-request` allows, so that nearly all refusals are told apart there.
    maxHeaderSize: 2 * maxHeaderLength,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // How often the two timeouts above are looked at.
    connectionsCheckingInterval: Math.min(1000, limits.headersTimeoutMs),
    // Node would refuse a missing Host without a body; `validate-request` does it with one.
    requireHostHeader: false,
    noDelay: true,
    // So much may wait for a reader who stands still, and the page that passes it: 45 KB in all; 117 with 64 KiB.
    highWaterMark: 16_384,
  }
}
