/** Where requests come in: each is counted, and is given what came before it and what is under way beside it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Ask, Earlier, Refusal } from './ask.ts'
import type { World } from './world.ts'

/** What is under way on a connection. */
export interface Connection {
  readonly earlier: Earlier[]
  /** How many pieces came, and how many of them belong to the requests so far. */
  pieces: number
  read: number
  /** The octets that came since the last answer. */
  came: string
  readonly number: number
  readonly openedAt: number
  answeredAt?: number
  /** The last answer that was begun and is not finished. */
  response?: ServerResponse | undefined
  /** Set while content is read: called when the rest of the request is wrong. */
  spoil?: ((refusal: Refusal) => void) | undefined
  /** The request with that content. Once it is complete, anything wrong belongs to the next request. */
  reading?: IncomingMessage
  /** Something on it, such as input that is not HTTP, was refused: that happens once, whatever comes after. */
  isTurnedAway?: true
}

/** Counts connections and requests. */
export interface Desk {
  connection(socket: Duplex): Connection
  receive(request: IncomingMessage, response: ServerResponse): Ask
}

/** `crash` ends the server. */
export function createDesk(world: World, crash: () => void): Desk {
  const connections = new WeakMap<Duplex, Connection>()
  const underWay = new Set<Ask>()
  const opened = new Set<Connection>()
  const all: Earlier[] = []
  const startedAt = performance.now()
  let [number, connected, lost] = [0, 0, 0]
  const open = (socket: Duplex): Connection => {
    connected += 1
    const known = toConnection(connected)
    connections.set(socket, known)
    opened.add(known)
    socket.once('close', () => opened.delete(known))
    return known
  }
  const connection = (socket: Duplex): Connection => connections.get(socket) ?? open(socket)
  const begun = (own: Connection): number =>
    [...opened].filter((one) => one !== own && one.came !== '' && one.response === undefined).length
  const receive: Desk['receive'] = (request, response) => {
    number += 1
    const known = connection(request.socket)
    const ask = toAsk({
      request,
      response,
      world,
      number,
      known,
      crash,
      all,
      ageMs: performance.now() - startedAt,
      open: () => opened.size,
      begun: () => begun(known),
      lost: () => lost,
    })
    all.push(ask.trace)
    underWay.add(ask)
    for (const other of underWay) other.together = Math.max(other.together, underWay.size)
    remember(ask, known)
    response.once('close', () => {
      underWay.delete(ask)
      if (response.writableFinished) return
      lost += 1
      for (const other of underWay) other.hungUp += 1
    })
    return ask
  }
  return { connection, receive }
}

const toConnection = (number: number): Connection => ({
  earlier: [],
  pieces: 0,
  read: -1,
  came: '',
  number,
  openedAt: performance.now(),
})

/** Keeps what later requests on the connection may know of this one. */
function remember({ response, trace }: Ask, known: Connection): void {
  known.earlier.push(trace)
  known.read = known.pieces
  known.response = response
  response.once('close', () => {
    known.answeredAt = performance.now()
    known.came = ''
    if (known.response === response) known.response = undefined
  })
}

type Received = Pick<
  Ask,
  'request' | 'response' | 'world' | 'number' | 'crash' | 'all' | 'ageMs' | 'open' | 'begun' | 'lost'
> & { known: Connection }

function toAsk({ known, ...received }: Received): Ask {
  const { url = '', method = '', headers } = received.request
  const pieces = known.pieces - known.read
  const [path = '', ...rest] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?')
  return {
    ...received,
    method,
    url,
    headers,
    socket: received.request.socket,
    path,
    // With an extra question mark in front, since `URLSearchParams` drops a leading one.
    query: new URLSearchParams(`?${rest.join('?')}`),
    onConnection: known.earlier.length + 1,
    earlier: [...known.earlier],
    restedMs: known.answeredAt === undefined ? 0 : performance.now() - known.answeredAt,
    connection: { number: known.number, ageMs: performance.now() - known.openedAt },
    came: () => known.came,
    pieces,
    trace: { method, url, headers, pieces, atMs: received.ageMs },
    together: 1,
    hungUp: 0,
  }
}
