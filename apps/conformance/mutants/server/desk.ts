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
  /** The bytes that came since the last response. */
  came: string
  readonly number: number
  readonly openedAt: number
  answeredAt?: number
  /** The last response that was begun and is not finished. */
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

export function createDesk(world: World): Desk {
  const connections = new WeakMap<Duplex, Connection>()
  const opened = new Set<Connection>()
  const underWay = new Set<Ask>()
  const all: Earlier[] = []
  const startedAt = performance.now()
  let [connected, lost] = [0, 0]
  const open = (socket: Duplex): Connection => {
    connected += 1
    const openedAt = performance.now()
    const known = { earlier: [], pieces: 0, read: -1, came: '', number: connected, openedAt }
    connections.set(socket, known)
    opened.add(known)
    socket.once('close', () => opened.delete(known))
    return known
  }
  const connection = (socket: Duplex): Connection => connections.get(socket) ?? open(socket)
  const receive: Desk['receive'] = (request, response) => {
    const known = connection(request.socket)
    const ask: Ask = {
      ...read(request, known),
      response,
      world,
      all,
      number: all.length + 1,
      ageMs: performance.now() - startedAt,
      begun: () => [...opened].filter((one) => one !== known && isBegun(one)).length,
      lost: () => lost,
      came: () => known.came,
      together: 1,
    }
    ask.trace.atMs = ask.ageMs
    all.push(ask.trace)
    underWay.add(ask)
    for (const other of underWay) other.together = Math.max(other.together, underWay.size)
    remember(ask, known)
    response.once('close', () => {
      underWay.delete(ask)
      if (!response.writableFinished) lost += 1
    })
    return ask
  }
  return { connection, receive }
}

const isBegun = ({ came, response }: Connection): boolean => came !== '' && response === undefined

/** What a request says, and what its connection tells about it. */
function read(request: IncomingMessage, known: Connection) {
  const { url = '', method = '', headers, socket } = request
  const [path = '', ...rest] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?')
  const pieces = known.pieces - known.read
  const now = performance.now()
  return {
    request,
    method,
    url,
    headers,
    socket,
    path,
    // With an extra question mark in front, since `URLSearchParams` drops a leading one.
    query: new URLSearchParams(`?${rest.join('?')}`),
    onConnection: known.earlier.length + 1,
    earlier: [...known.earlier],
    restedMs: known.answeredAt === undefined ? 0 : now - known.answeredAt,
    connection: { number: known.number, ageMs: now - known.openedAt },
    pieces,
    trace: { method, url, headers, pieces, atMs: 0 },
  }
}

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
