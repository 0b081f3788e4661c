/** What is known of each connection while a session is played. */
import { setTimeout } from 'node:timers/promises'
import { type Outcome, type RawConnection, receiveOne, type Send } from '@plant-store/raw-http'
import type { Court } from '../court/judge.ts'

/** A request that waits for its answer. */
export interface Waiting {
  readonly step: number
  readonly send: Send
  readonly startedAt: Date
}

/** A connection of a session, with the requests on it that wait for their answers. */
export interface SessionConnection {
  connection: RawConnection | undefined
  waiting: Waiting[]
  /** How many answers have come on it. */
  answers: number
  /** It has rested in a step of the session; on a busy machine it may have rested without one. */
  isRested: boolean
  /** When it was asked for, or the last request answered on it was whole: no service's timeout starts before that. */
  since: number
}

/** Resolves when the rest is over; rejects when the check is. The answers to waiting requests are not read before. */
export async function rest(
  connections: readonly SessionConnection[],
  restMs: number,
  { signal, timeUp }: Pick<Court, 'signal' | 'timeUp'>,
): Promise<void> {
  for (const { waiting, connection } of connections) if (waiting.length > 0) connection?.socket.pause()
  await setTimeout(restMs, undefined, { signal: AbortSignal.any([signal, timeUp]) })
  for (const own of connections) {
    own.isRested = own.waiting.length === 0
    own.connection?.socket.resume()
  }
}

/** Waits no longer than the check lasts. */
export async function receiveUnless(
  signal: AbortSignal,
  connection: RawConnection,
  options: Parameters<typeof receiveOne>[1],
): Promise<Outcome> {
  const hangUp = (): void => {
    connection.socket.destroy(new Error('The check was ended.'))
  }
  signal.throwIfAborted()
  signal.addEventListener('abort', hangUp)
  const outcome = await receiveOne(connection, options)
  signal.removeEventListener('abort', hangUp)
  signal.throwIfAborted()
  return outcome
}

/** A connection on which nothing came for this long has rested. On a busy machine, a request may reach the service as late. */
const idleMs = 500

/** The first moment at which the answered request may have been whole, in ms of the clock. */
export const wholeAt = ({ send: { cut = [], pauseMs = 0 }, startedAt }: Waiting): number =>
  Math.min(Date.now(), startedAt.getTime() + cut.length * pauseMs)

/**
 * Whether this is what comes where the service has closed the connection, or was about to, before the request reached it.
 * It may do so behind any answer without a word (RFC 9112, 9.5), and after a rest with 408. It can't be so where the
 * beginning of a request was sent a while before the rest of it.
 */
function isClosing(own: SessionConnection, { send, startedAt }: Waiting, outcome: Outcome): boolean {
  const sentAt = startedAt.getTime()
  const hasRested = own.isRested || sentAt - own.since > idleMs
  if ('status' in outcome) return hasRested && outcome.status === 408
  if (outcome.noResponse === 'timeout' || outcome.partial !== undefined) return false
  const { endedAt = sentAt } = own.connection ?? {}
  const isBegun = send.pauseMs !== undefined && endedAt - sentAt > idleMs
  return hasRested || (own.answers > 0 && !isBegun)
}

/**
 * Whether an answer may have come and got lost. A service may answer before it has read all, and close the connection
 * (RFC 9112, 9.6): what is sent then breaks it on this side before the answer is read.
 */
const isPerhapsLost = ({ connection }: SessionConnection, outcome: Outcome): boolean =>
  'noResponse' in outcome && outcome.noResponse === 'reset' && connection?.isWriteBroken === true

/** Whether the request is sent once more, on a new connection: a client can't know whether the service has read it. */
export const isToRepeat = (
  own: SessionConnection,
  waiting: Waiting,
  outcome: Outcome,
  again: number,
): boolean => isClosing(own, waiting, outcome) || (again > 0 && isPerhapsLost(own, outcome))

export const isOpen = ({ connection }: SessionConnection): boolean => connection?.state === 'open'

/** The connection of this number; it is not open yet where the session uses it for the first time. */
export function connectionOf(connections: Map<number, SessionConnection>, on: number): SessionConnection {
  const own = connections.get(on) ?? {
    connection: undefined,
    waiting: [],
    answers: 0,
    isRested: false,
    since: Date.now(),
  }
  connections.set(on, own)
  return own
}
