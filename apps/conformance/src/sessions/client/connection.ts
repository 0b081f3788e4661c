/** What is known of each connection while a session is played, and what an outcome means for what is sent next. */
import { addAbortSignal } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import {
  closesConnection,
  holdsContentBack,
  type Outcome,
  openConnection,
  type RawConnection,
  receiveOne,
  type Send,
  valuesOf,
} from '@plant-store/raw-http'
import type { Collector } from '../../run/checker.ts'
import type { RawResponse } from '../../exchange.ts'
import type { Context, Waiting } from './sent.ts'

/** A connection of a session, with the requests on it that wait for their responses. */
export interface SessionConnection {
  connection: RawConnection | undefined
  waiting: Waiting[]
  /** How many responses have come on it. */
  responses: number
  /** It has rested in a step of the session; on a busy machine it may have rested without one. */
  isRested: boolean
  /** When it was asked for, or the last request answered on it was whole: no service's timeout starts before that. */
  since: number
}

/** Resolves when the rest is over; rejects when the check is. The answers to waiting requests are not read before. */
export async function rest(
  connections: readonly SessionConnection[],
  restMs: number,
  { signal, timeUp }: Pick<Collector, 'signal' | 'timeUp'>,
): Promise<void> {
  for (const { waiting, connection } of connections) if (waiting.length > 0) connection?.socket.pause()
  await setTimeout(restMs, undefined, { signal: AbortSignal.any([signal, timeUp]) })
  for (const own of connections) {
    own.isRested = own.waiting.length === 0
    own.connection?.socket.resume()
  }
}

/** Whoever waits for something on the connection waits no longer than the check lasts. */
export async function open(context: Context): Promise<RawConnection | undefined> {
  const connection = await openConnection(context)
  if (connection !== undefined) addAbortSignal(context.collector.signal, connection.socket)
  return connection
}

/** Rejects when the check is ended. */
export async function receive(
  { collector }: Context,
  connection: RawConnection | undefined,
  options: Parameters<typeof receiveOne>[1],
): Promise<Outcome> {
  const outcome = connection && (await receiveOne(connection, options))
  collector.signal.throwIfAborted()
  return outcome ?? { noResponse: 'unreachable' }
}

/** A connection on which nothing came for this long has rested. On a busy machine, a request may reach the service as late. */
const idleMs = 500

/** The first moment at which the answered request may have been whole, in ms of the clock. */
export const wholeAt = ({ send: { cut = [], pauseMs = 0 }, startedAt }: Waiting): number =>
  Math.min(Date.now(), startedAt.getTime() + cut.length * pauseMs)

/**
 * Whether this is what comes where the service has closed the connection, or was about to, before the request reached it.
 * It may do so behind any response without a word (RFC 9112, 9.5), and after a rest with 408. It can't be so where the
 * beginning of a request was sent a while before the rest of it.
 */
function isClosing(own: SessionConnection, { send, startedAt }: Waiting, outcome: Outcome): boolean {
  const sentAt = startedAt.getTime()
  const hasRested = own.isRested || sentAt - own.since > idleMs
  if ('status' in outcome) return hasRested && outcome.status === 408
  if (outcome.noResponse === 'timeout' || outcome.partial !== undefined) return false
  const { endedAt = sentAt } = own.connection ?? {}
  const isBegun = send.pauseMs !== undefined && endedAt - sentAt > idleMs
  return hasRested || (own.responses > 0 && !isBegun)
}

/**
 * Whether the request is sent once more, on a new connection: a client can't know whether the service has read it. A
 * service may also answer before it has read all, and close the connection (RFC 9112, 9.6): what is sent then breaks it on
 * this side before the response is read.
 */
export function isToRepeat(
  own: SessionConnection,
  waiting: Waiting,
  outcome: Outcome,
  again: number,
): boolean {
  const isReset = 'noResponse' in outcome && outcome.noResponse === 'reset'
  const isPerhapsLost = isReset && own.connection?.isWriteBroken === true
  return isClosing(own, waiting, outcome) || (again > 0 && isPerhapsLost)
}

export const isOpen = ({ connection }: SessionConnection): boolean => connection?.state === 'open'

/** The connection of this number; it is not open yet where the session uses it for the first time. */
export function connectionOf(connections: Map<number, SessionConnection>, on: number): SessionConnection {
  const own = connections.get(on) ?? {
    connection: undefined,
    waiting: [],
    responses: 0,
    isRested: false,
    since: Date.now(),
  }
  connections.set(on, own)
  return own
}

/**
 * Whether a refusal is excused. On a busy machine a request may take so long to arrive that a service is right not to wait
 * for the rest: its timeout starts when it has the connection, or is done with the request before. `since` is no later
 * than that, in ms of the clock. Where only this machine can have kept the rest, another status than 408 will do.
 */
export const isLate = (outcome: Outcome, since: number, { delayMs = 0 }: Waiting): boolean =>
  'status' in outcome &&
  (outcome.status === 408
    ? Date.now() - since > lateMs
    : outcome.status >= 400 && outcome.status < 500 && delayMs > lateMs)

/** No service gives up on a request sooner than this. */
const lateMs = 2000

export const isTimeout = (outcome: Outcome): boolean =>
  'noResponse' in outcome && outcome.noResponse === 'timeout'

/** Whether there is no response although one is owed. */
export const isMissed = (outcome: Outcome, owed: string): boolean =>
  'noResponse' in outcome && (owed === 'a response' || outcome.noResponse === 'unreachable')

/** Whether there is a response, and something can follow on the same connection. */
export const staysOpen = (outcome: Outcome, send: Send): outcome is RawResponse =>
  'status' in outcome && !closesConnection(outcome) && !isForOld(send, outcome)

/** Whether the connection was reset before the response was whole. */
export const isBrokenOff = (outcome: Outcome, connection: RawConnection | undefined): boolean =>
  'noResponse' in outcome
    ? outcome.noResponse === 'reset'
    : outcome.faults.length > 0 && connection?.state === 'reset'

/** Whether nothing more is sent on the connection: the service may have lost its place there, which is no breach. */
export const isLastOn = (send: Send, owed: string, response: RawResponse): boolean =>
  owed === 'nothing' || offersUpgrade(send) || keptContent(send, response)

/** After an HTTP/1.0 request a service may close the connection unless its response says keep-alive (RFC 9112, 9.3). */
const isForOld = ({ ask: { request } }: Send, response: RawResponse): boolean =>
  request.bytes?.includes(' HTTP/1.0\r\n') === true &&
  !/\bkeep-alive\b/i.test(valuesOf(response, 'connection').join())

/** Content held back and not asked for is still due: what follows may be taken for it (RFC 9110, 10.1.1). */
const keptContent = ({ ask: { request } }: Send, { interim = [] }: RawResponse): boolean =>
  holdsContentBack(request) && !interim.includes(100)

/**
 * After an offer to change the protocol, servers made with Node 24 leave malformed requests unanswered; they are not
 * accused of it.
 */
const offersUpgrade = ({ ask: { request } }: Send): boolean => valuesOf(request, 'upgrade').length > 0

/** Nothing can follow content until it is asked for, nor a request that may be the last of its protocol. */
export const standsAlone = (send: Send): boolean => holdsContentBack(send.ask.request) || offersUpgrade(send)
