/** The socket level: limits and timeouts, and answers to input that never becomes a request. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { closeGently } from './close-gently.ts'
import { Connections, type Patience } from './connections.ts'
import { HttpError } from './http-error.ts'
import { listen } from './listen.ts'
import {
  causeOfParserError,
  type ConnectionRefusal,
  type ParserError,
  refuseConnection,
} from './refuse-connection.ts'
import { maxHeaderFields, maxHeaderLength } from './validate-request.ts'

/** Milliseconds and counts; each limits the resources that a stranger can hold. */
export interface Limits extends Patience {
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  readonly maxConnections: number
}

/** Is told of whatever never became a request. */
export interface ConnectionObserver {
  /** A connection was given this answer, and closed. */
  refused(refusal: ConnectionRefusal): void
  /** A connection was turned away because there were too many. */
  dropped(): void
  /** Connections can't be accepted, for example because the process has no file descriptor left. */
  failed(error: Error): void
}

/** A listener with its limits in place. */
export interface HttpServer {
  /** Resolves to the port once connections are accepted. Rejects with a `ListenError`. */
  listen(host: string, port: number): Promise<number>
  /** Tells every connection to end after its current answer. New ones are still served. */
  announceClose(): void
  /** Accepts no more connections, lets answers finish until the deadline, then breaks the connections that are left. */
  close(deadlineMs: number): Promise<void>
}

/**
 * Puts `handler` behind the limits. Nothing is served before `listen`. Every socket, request and answer has a listener
 * for `error` from its beginning to its end: an `error` event without a listener would end the process.
 */
export function createHttpServer(
  handler: RequestListener,
  limits: Limits,
  observer: ConnectionObserver,
): HttpServer {
  const server = createServer(serverOptions(limits))
  server.maxConnections = limits.maxConnections
  // One more than is allowed, so that a request that lost fields to this limit is recognised by its count.
  server.maxHeadersCount = maxHeaderFields + 1
  const connections = new Connections(limits)
  const lookMs = Math.min(1000, limits.stallTimeoutMs)
  const looking = setInterval(() => connections.breakSlow(lookMs), lookMs).unref()
  server.once('close', () => clearInterval(looking))

  // Before that, an error belongs to `listen`, which reports it.
  server.once('listening', () => server.on('error', (error) => observer.failed(error)))
  server.on('drop', () => observer.dropped())
  server.on('connection', (socket: Socket) => {
    socket.on('error', clientLeft)
    // Node calls this after an answer that says `Connection: close`.
    socket.destroySoon = () => closeGently(socket)
    connections.add(socket)
  })

  const begin: RequestListener = (req, res) => {
    req.on('error', clientLeft)
    res.on('error', clientLeft)
    connections.begin(res)
    // Node 24 drops whatever follows such a request in the same read: no client must be left waiting for its answer.
    if (req.headers.upgrade !== undefined) res.shouldKeepAlive = false
    handler(req, res)
  }
  server.on('request', begin)
  // Node would answer an unknown expectation without a body, and close the connection of a CONNECT without an answer.
  server.on('checkExpectation', begin)

  const refuse = (socket: Socket, error: HttpError): void => {
    const last = connections.last(socket)
    refuseConnection({ socket, error, last }, (refusal) => observer.refused(refusal))
  }
  server.on('connect', (_req, socket: Socket) => {
    // Node has removed its listeners, so an answer still under way to an earlier request would wait for ever.
    socket.on('drain', () => connections.current(socket)?.emit('drain'))
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

/** How often connections that became idle during the closing are closed. */
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

/** Requests under way on the connection learn of it from the answer's `close` event, and log it. */
const clientLeft = (): void => {}

function serverOptions(limits: Limits): ServerOptions {
  return {
    // Above what `validate-request` allows, so that nearly all refusals happen there, each with its own cause.
    maxHeaderSize: 2 * maxHeaderLength,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // How often the first two timeouts above are checked.
    connectionsCheckingInterval: Math.min(1000, limits.headersTimeoutMs),
    // Node would refuse a request without Host with no body; `validate-request` sends one.
    requireHostHeader: false,
    noDelay: true,
    // This much may wait for a stalled client, plus the page that exceeds it: 45 KB in all; 117 with 64 KiB.
    highWaterMark: 16_384,
  }
}
