/** The socket level: limits and timeouts, and responses to input that never becomes a request. */
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { HttpError } from '../middleware/context.ts'
import { listen } from './listen.ts'
import {
  causeOfParserError,
  closeGently,
  type ConnectionRefusal,
  type ParserError,
  refuseConnection,
} from './refuse-connection.ts'
import { maxHeaderFields, maxHeaderLength } from '../middleware/receive-request.ts'

/** Milliseconds and counts; each limits the resources that a stranger can hold. */
interface Limits extends ReadingRate {
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  readonly maxConnections: number
}

/** Gets a report of whatever never became a request; of what is of interest to it. */
export interface ConnectionObserver {
  /** A connection was given this response, and closed. */
  refused?(refusal: ConnectionRefusal): void
  /** A connection was turned away because there were too many. */
  dropped?(): void
  /** Connections can't be accepted, for example because the process has no file descriptor left. */
  readonly failed: (error: Error) => void
}

/** A listener with its limits in place. */
export interface HttpServer {
  /** Resolves to the address once connections are accepted. Rejects with a `ListenError`. */
  listen(host: string, port: number): Promise<string>
  /** Tells every connection to end after its current response. New ones are still served. */
  announceClose(): void
  /** Accepts no more connections, lets responses finish until the deadline, then breaks the connections that are left. */
  close(deadlineMs: number): Promise<void>
}

/**
 * Puts `handler` behind the limits. Nothing is served before `listen`. Every socket, request and response has a listener
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
  server.on('drop', () => observer.dropped?.())
  server.on('connection', (socket: Socket) => {
    socket.on('error', clientLeft)
    // Node calls this after a response that says `Connection: close`.
    socket.destroySoon = () => closeGently(socket)
    connections.add(socket)
  })

  const begin: RequestListener = (req, res) => {
    req.on('error', clientLeft)
    res.on('error', clientLeft)
    connections.begin(res)
    // Node 24 drops whatever follows such a request in the same read: no client must be left waiting for its response.
    if (req.headers.upgrade !== undefined) res.shouldKeepAlive = false
    handler(req, res)
  }
  server.on('request', begin)
  // Node would answer an unknown expectation without a body, and close the connection of a CONNECT without a response.
  server.on('checkExpectation', begin)

  const refuse = (socket: Socket, error: HttpError): void => {
    const last = connections.last(socket)
    refuseConnection({ socket, error, last }, (refusal) => observer.refused?.(refusal))
  }
  server.on('connect', (_req, socket: Socket) => {
    // Node has removed its listeners, so a response still under way to an earlier request would wait for ever.
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

/** Requests under way on the connection learn of it from the response's `close` event, and log it. */
const clientLeft = (): void => {}

function serverOptions(limits: Limits): ServerOptions {
  return {
    // Above what `receive-request` allows, so that nearly all refusals happen there, each with its own cause.
    maxHeaderSize: 2 * maxHeaderLength,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // How often the first two timeouts above are checked.
    connectionsCheckingInterval: Math.min(1000, limits.headersTimeoutMs),
    // Node would refuse a request without Host with no body; `receive-request` sends one.
    requireHostHeader: false,
    noDelay: true,
    // This much may wait for a stalled client, plus the page that exceeds it: 45 KB in all; 117 with 64 KiB.
    highWaterMark: 16_384,
  }
}

/** How slowly a client may read. */
interface ReadingRate {
  /** Bytes a second that a client must read on average while something waits for it. */
  readonly leastRate: number
  /** How long a client may read less. */
  readonly stallTimeoutMs: number
}

/**
 * Node sees what the kernel takes, not what leaves the machine, and the kernel takes megabytes at a time: nothing for
 * 63 s, it seemed, from a client that read 60 KB in each of them. So what the kernel took counts as being read at the
 * least rate from then on, up to this many bytes; Linux keeps 4 MiB for a client (`net.ipv4.tcp_wmem`).
 */
const kernelBufferLength = 5 * 1024 * 1024

const tooSlow = Object.assign(new Error('the client reads too slowly'), { code: 'ECONNABORTED' })

interface Connection {
  /** In the order in which the requests came. */
  readonly responses: ServerResponse[]
  /** Bytes that the kernel had taken at the last look. */
  sent: number
  /** How much longer the kernel may take nothing. */
  leftMs: number
}

/** The open connections of a server, the responses not yet sent on each, and whether their clients read them. */
class Connections {
  readonly #open = new Map<Socket, Connection>()
  readonly #reading: ReadingRate
  #closing = false

  constructor(reading: ReadingRate) {
    this.#reading = reading
  }

  add(socket: Socket): void {
    const responses: ServerResponse[] = []
    this.#open.set(socket, { responses, sent: 0, leftMs: this.#reading.stallTimeoutMs })
    socket.once('close', () => {
      this.#open.delete(socket)
      // Node closes the response that was being sent, but not those that wait behind it.
      for (const res of responses) {
        if (res.socket === null) res.emit('close')
      }
    })
  }

  begin(res: ServerResponse): void {
    const responses = this.#open.get(res.req.socket)?.responses
    if (responses === undefined) return
    responses.push(res)
    res.shouldKeepAlive &&= !this.#closing
    res.once('close', () => {
      if (responses[0] === res) responses.shift()
    })
  }

  /** The response that is being sent, or will be next. */
  current(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.responses[0]
  }

  /** The response to the latest request, until it has been sent. By then all have been. */
  last(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.responses.at(-1)
  }

  /** Breaks connections whose clients read too slowly. To be called every `everyMs`: a late call is blamed on nobody. */
  breakSlow(everyMs: number): void {
    const { leastRate, stallTimeoutMs } = this.#reading
    const mostMs = stallTimeoutMs + (kernelBufferLength / leastRate) * 1000
    for (const [socket, connection] of this.#open) {
      const sent = socket.bytesWritten - socket.writableLength
      const earnedMs = ((sent - connection.sent) / leastRate) * 1000
      connection.sent = sent
      connection.leftMs = Math.min(mostMs, connection.leftMs + earnedMs)
      if (socket.writableLength === 0) connection.leftMs = Math.max(connection.leftMs, stallTimeoutMs)
      else connection.leftMs -= everyMs
      if (connection.leftMs < 0) socket.destroy(tooSlow)
    }
  }

  /** From now on every response whose header has not been sent yet says `Connection: close`. */
  announceClose(): void {
    this.#closing = true
    for (const { responses } of this.#open.values()) {
      for (const res of responses) res.shouldKeepAlive &&= res.headersSent
    }
  }

  /** Closes connections that never sent anything. Node does not count them as idle: they wait for a first request. */
  closeSilent(): void {
    for (const socket of this.#open.keys()) {
      if (socket.bytesRead === 0) socket.destroy()
    }
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }
}
