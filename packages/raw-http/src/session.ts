/** Sessions: what clients do to a service, step by step, over any number of connections. */
import type { SentRequest } from './exchange.ts'

/** A request that is to be sent, with stand-ins for the tokens. */
export interface Wanted {
  readonly request: SentRequest
  /** Variants of the request with one unusual thing less: tried when the request has shown a fault. */
  readonly simpler?: () => readonly Wanted[]
}

/** Sends a request. */
export interface Send {
  readonly ask: Wanted
  /** The connection of the session that carries the request, by default 0. It is opened when it is not open. */
  readonly on?: number
  /** The bytes before which the request is cut: each piece is written separately. */
  readonly cut?: readonly number[]
  /** The pause between the pieces, in milliseconds. */
  readonly pauseMs?: number
  /** The response is awaited later: the next request on this connection is pipelined; on others it is simultaneous. */
  readonly wait?: false
  /** The request is sent whole, in one piece with the beginning of the next request on this connection. */
  readonly withNext?: true
  /** The request asks for the end of the connection: that is awaited, and everything before it is read. */
  readonly seenToEnd?: true
}

/** Begins a request on a connection of its own, then leaves, or stays and sends no more: no response is owed. */
export interface Abandon {
  readonly abandon: SentRequest
  /** How many bytes of the request are sent. */
  readonly bytes: number
  readonly by: 'reset' | 'close' | 'half-close' | 'stay'
  /** How long the client waits before it leaves, in milliseconds: by then the service may be at work. */
  readonly afterMs?: number
}

/** Leaves the connections idle. The answers to requests that wait for one are read afterwards. */
interface Rest {
  /** For how long, in milliseconds. */
  readonly restMs: number
}

export type Step = Send | Abandon | Rest

export type Session = readonly Step[]

/** One request on a connection of its own. */
export const alone = (ask: Wanted, how: Omit<Send, 'ask'> = {}): Session => [{ ask, ...how }]

/** One request after another on one connection. */
export const inTurn = (asks: readonly Wanted[]): Session => asks.map((ask) => ({ ask }))

/** All on one connection, before the first response. */
export const pipelined = (asks: readonly Wanted[]): Session => asks.map((ask) => ({ ask, wait: false }))

/** Each on its own connection, all at the same time. */
export const atOnce = (asks: readonly Wanted[]): Session =>
  asks.map((ask, index) => ({ ask, on: index, wait: false }))

/** Where to cut a text so that it is sent in pieces of `size` bytes. */
export const placesEvery = (size: number, { length }: string): readonly number[] =>
  Array.from({ length: Math.ceil(length / size) }, (_, index) => index * size)

/** The items in groups of `size`. */
export const inGroups = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** The connections opened before anything is sent: those of requests that do not wait, and one that rests first. */
export const openAtFirst = (session: Session): ReadonlySet<number> =>
  new Set(
    session.flatMap((step, index) => {
      if ('restMs' in step) return index === 0 ? [0] : []
      return 'ask' in step && step.wait === false ? [step.on ?? 0] : []
    }),
  )

/** How many requests are sent from this step on without waiting for a response; 0 within such a row. */
export function burstAt(session: Session, index: number): number {
  const before = session[index - 1]
  if (before !== undefined && !isAwaited(before)) return 0
  const end = session.findIndex((step, at) => at >= index && isAwaited(step))
  return session.slice(index, end === -1 ? undefined : end + 1).filter((step) => !('restMs' in step)).length
}

const isAwaited = (step: Step): boolean => 'ask' in step && step.wait !== false
