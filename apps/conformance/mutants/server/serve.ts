/** Serves steps on a port of this machine: connections, the content of requests, and what never becomes a request. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ErrorCause, type ErrorEntry, errorCatalogue } from '@plant-store/contracts'
import type { Mutant } from '../mutant.ts'
import { respond, refuse } from './answer.ts'
import { type Ask, Refusal, type Reply } from './ask.ts'
import { longest } from './check-form.ts'
import { type Connection, createDesk, type Desk } from './desk.ts'
import { readAway } from './read-away.ts'
import { reference, type Steps } from './reference.ts'
import type { World } from './world.ts'
import { toBytes } from './write-reply.ts'

/** At most this many bytes of what came are kept. */
const mostCame = 20_000

/** A server that runs in this thread. Dispose of it: that breaks every connection. */
export interface Running extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
}

/** Starts a server of the catalogue, in this thread. Resolves when it listens, on a free port of this machine. */
export const startMutant = (
  { change, world: own }: Pick<Mutant, 'change' | 'world'>,
  world: World = own,
): Promise<Running> => serve({ ...reference, ...change(reference) }, world)

/** How a service responds to a request, and refuses what is none. */
interface Application {
  readonly respond: typeof respond
  readonly refuse: typeof refuse
}

const ofPlants: Application = { respond, refuse }

type Served = Steps & Application

/** Serves these steps in this thread; without another application, that of plants. */
export async function serve(
  steps: Steps,
  world: World,
  application: Application = ofPlants,
): Promise<Running> {
  const server = createServer({
    maxHeaderSize: 2 * longest.header,
    requireHostHeader: false,
    headersTimeout: 10_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: 60_000,
    noDelay: true,
  })
  // One above what is allowed: a request that lost fields to this limit is recognised by their number.
  server.maxHeadersCount = longest.fields + 1
  listenTo(server, { ...steps, ...application }, createDesk(world))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listener on a port has such an address
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stop(server) }
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

function listenTo(server: Server, steps: Served, desk: Desk): void {
  // Node removes its own error listener from the sockets of CONNECT, where a reset would then end the thread.
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    const connection = desk.connection(socket)
    // Added after Node's own listener: the piece that completes a request is counted after that request was received.
    socket.on('data', (piece: Buffer) => {
      connection.pieces += 1
      connection.came = (connection.came + piece.toString('latin1')).slice(-mostCame)
    })
  })
  const hear = (event: string, serveIt: (ask: Ask, connection: Connection) => Promise<void>): void => {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      const ask = desk.receive(request, response)
      serveIt(ask, desk.connection(request.socket)).catch(() => request.socket.destroy())
    })
  }
  hear('request', (ask, connection) => handle(steps, ask, connection))
  hear('checkContinue', (ask, connection) => continueWith(steps, ask, connection))
  // Without this and `connect`, Node answers 417 without a body, and closes on CONNECT without a response.
  hear('checkExpectation', (ask, connection) =>
    steps.expectation(ask) === 'ignored'
      ? handle(steps, ask, connection)
      : refuseAndEnd(steps, ask, errorCatalogue.expectationFailed),
  )
  const turnAway = (socket: Duplex, cause: ErrorCause): void => {
    const connection = desk.connection(socket)
    if (connection.isTurnedAway) return
    connection.isTurnedAway = true
    const { response, spoil, reading } = connection
    if (spoil !== undefined && reading?.complete !== true) {
      spoil(new Refusal(cause))
      return
    }
    const end = (): void => void endWithRefusal(steps, socket, cause).catch(() => socket.destroy())
    if (response === undefined) end()
    else response.once('close', end)
  }
  server.on('connect', (_request, socket) => turnAway(socket, 'methodNotAllowed'))
  server.on('clientError', (error: ParserError, socket) => {
    const cause = causeOf(error)
    if (cause !== undefined) {
      turnAway(socket, cause)
    } else if (error.code !== 'HPE_CLOSED_CONNECTION') {
      socket.destroy()
    }
  })
}

/** A request without its content is unfinished, so its connection can't take another one. */
async function continueWith(steps: Served, ask: Ask, connection: Connection): Promise<void> {
  const held = steps.heldContent(ask)
  if (held === 'done without') {
    ask.response.shouldKeepAlive = false
    write(steps, await steps.respond(steps, ask), ask)
    return
  }
  if (held === 'asked for') ask.response.writeContinue()
  await handle(steps, ask, connection)
}

async function handle(steps: Served, ask: Ask, connection: Connection): Promise<void> {
  connection.reading = ask.request
  try {
    ask.content = await readAway(ask.request, (spoil) => {
      connection.spoil = spoil
    })
  } catch (error) {
    if (error instanceof Refusal) {
      await refuseAndEnd(steps, ask, error.entry)
      return
    }
    throw error
  } finally {
    connection.spoil = undefined
  }
  write(steps, await steps.respond(steps, ask), ask)
}

/** Closes the connection: what is still on its way would be taken for the next request. */
async function refuseAndEnd(steps: Served, ask: Ask, entry: ErrorEntry): Promise<void> {
  ask.response.shouldKeepAlive = false
  write(steps, await steps.refuse(steps, entry, ask), ask)
}

function write(steps: Served, reply: Reply, ask: Ask): void {
  ask.trace.status = reply.status
  steps.write(reply, ask)
}

async function endWithRefusal(steps: Served, socket: Duplex, cause: ErrorCause): Promise<void> {
  const { fields, ...reply } = await steps.refuse(steps, errorCatalogue[cause])
  if (socket.writable) {
    socket.end(toBytes({ ...reply, fields: [...fields, ['Connection', 'close']] }))
    // What the client still sends is read and dropped for a while, or our response would be lost to a reset.
    socket.resume()
    setTimeout(() => socket.destroy(), 1000).unref()
  }
}

interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

const longLine = new RegExp(String.raw`[A-Z] [/*h][^ ]{${longest.target}}`)

/** Why the parser gave up; undefined when nobody waits for a response. */
function causeOf({ code = '', rawPacket, bytesParsed }: ParserError): ErrorCause | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return 'requestTimeout'
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const read = rawPacket?.toString('latin1', 0, bytesParsed) ?? ''
    // Other requests may precede the last one in the same piece.
    const [line = ''] = read.split('\r\n\r\n').at(-1)?.split('\r\n', 1) ?? []
    return longLine.test(line) ? 'targetTooLong' : 'headersTooLarge'
  }
  return code.startsWith('HPE_') && code !== 'HPE_CLOSED_CONNECTION' ? 'malformedRequest' : undefined
}
