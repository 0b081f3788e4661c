/** Sessions: what clients do to a service, step by step, over any number of connections. */
import type { SentRequest } from './exchange.ts'

/** A request that is to be sent, with stand-ins for the tokens. */
export interface Wanted {
  readonly request: SentRequest
  /** The same with one thing less that is unusual about it: tried when it has shown a fault. */
  readonly simpler?: () => readonly Wanted[]
}

/** Sends a request. */
export interface Send {
  readonly ask: Wanted
  /** Which connection of the session carries it, 0 unless given. It is opened when it is not there, or not any more. */
  readonly on?: number
  /** The octets in front of which the request is cut: each piece is written on its own. */
  readonly cut?: readonly number[]
  /** So long passes between the pieces, in milliseconds. */
  readonly pauseMs?: number
  /** The answer is waited for later: what comes next on this connection is pipelined, on others it is simultaneous. */
  readonly wait?: false
  /** It goes out whole, in one piece with the beginning of what comes next on this connection. */
  readonly withNext?: true
  /** The request asks for the end of the connection: it is waited for, and all that comes before it is seen. */
  readonly seenToEnd?: true
}

/** Begins a request on a connection of its own, and leaves, or stays and says no more: no answer is owed. */
export interface Abandon {
  readonly abandon: SentRequest
  /** So many octets of it are sent. */
  readonly octets: number
  readonly by: 'reset' | 'close' | 'half-close' | 'stay'
}

/** Lets the connections rest. */
interface Rest {
  /** So long, in milliseconds. */
  readonly restMs: number
}

export type Step = Send | Abandon | Rest

export type Session = readonly Step[]

/** One request on a connection of its own. */
export const alone = (ask: Wanted, how: Omit<Send, 'ask'> = {}): Session => [{ ask, ...how }]

/** One request after the other on one connection. */
export const inTurn = (asks: readonly Wanted[]): Session => asks.map((ask) => ({ ask }))

/** All on one connection, before the first answer. */
export const pipelined = (asks: readonly Wanted[]): Session => asks.map((ask) => ({ ask, wait: false }))

/** Each on its own connection, all at the same time. */
export const atOnce = (asks: readonly Wanted[]): Session =>
  asks.map((ask, index) => ({ ask, on: index, wait: false }))

/** Where to cut a text so that it is sent in pieces of so many octets. */
export const placesEvery = (size: number, { length }: string): readonly number[] =>
  Array.from({ length: Math.ceil(length / size) }, (_, index) => index * size)

/** In groups of so many. */
export const inGroups = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** The connections that are there before anything is sent: of what is sent at the same time, and of what rests at first. */
export const openAtFirst = (session: Session): ReadonlySet<number> =>
  new Set(
    session.flatMap((step, index) =>
      'restMs' in step
        ? index === 0
          ? [0]
          : []
        : 'ask' in step && step.wait === false
          ? [step.on ?? 0]
          : [],
    ),
  )
