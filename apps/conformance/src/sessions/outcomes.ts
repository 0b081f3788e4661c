/** What came for a request, as far as it matters to what is sent next. */
import {
  closesConnection,
  type Connection,
  holdsContentBack,
  type Outcome,
  type Send,
  valuesOf,
} from '@plant-store/raw-http'
import type { Answer } from '../exchange.ts'

export const unreachable: Outcome = { noResponse: 'unreachable' }

/**
 * On a busy machine a request may take so long to get there that a service is right not to wait for the rest: it counts
 * from when it had the connection, or was done with the request before. `since`: no later than that, in ms of the clock. How
 * long it waits for what comes late on purpose is its own affair, too.
 */
export const isLate = (outcome: Outcome, since: number, { pauseMs }: Send): boolean =>
  'status' in outcome && outcome.status === 408 && (pauseMs !== undefined || Date.now() - since > lateMs)

/** No service gives up sooner, nor closes a connection that rests. */
export const lateMs = 2000

/** Whether there is no answer although one is owed. */
export const isMissed = (outcome: Outcome, owed: string): boolean =>
  'noResponse' in outcome && (owed === 'an answer' || outcome.noResponse === 'unreachable')

/** Whether there is an answer, and something can follow on the same connection. */
export const staysOpen = (outcome: Outcome, send: Send): outcome is Answer =>
  'status' in outcome &&
  !closesConnection({ ...outcome, headers: outcome.fields }) &&
  !isForOld(send, outcome)

/** Whether the connection was reset before the answer was whole. */
export const isBrokenOff = (outcome: Outcome, connection: Connection | undefined): boolean =>
  'noResponse' in outcome
    ? outcome.noResponse === 'reset'
    : outcome.faults.length > 0 && connection?.raw.state === 'reset'

/** What comes for a request on a connection that the service was about to close, or that it says so of with 408. */
export const isClosing = (outcome: Outcome): boolean =>
  'noResponse' in outcome
    ? outcome.noResponse !== 'timeout' && outcome.partial === undefined
    : outcome.status === 408

/** Where no answer is owed the service may lose its place on the connection: what follows would be no breach. */
export const isLastOn = (send: Send, owed: string, answer: Answer): boolean =>
  owed === 'nothing' || offersUpgrade(send) || keptContent(send, answer)

/** Behind a request of HTTP/1.0 a connection stays where that is said (RFC 9112, 9.3): who says nothing may end it. */
const isForOld = ({ ask: { request } }: Send, answer: Answer): boolean =>
  request.octets?.includes(' HTTP/1.0\r\n') === true &&
  !/\bkeep-alive\b/i.test(valuesOf(answer, 'connection').join())

/** Content that was held back and not asked for is still due: what follows may be taken for it (RFC 9110, 10.1.1). */
const keptContent = ({ ask: { request } }: Send, { interim = [] }: Answer): boolean =>
  holdsContentBack(request) && !interim.includes(100)

/**
 * Behind an offer to change the protocol, servers made with Node 24 leave without an answer what is malformed; they are
 * not accused of it.
 */
const offersUpgrade = ({ ask: { request } }: Send): boolean => valuesOf(request, 'upgrade').length > 0

/** Nothing can follow content before it was asked for, nor what may be the last of its protocol. */
export const standsAlone = (send: Send): boolean => holdsContentBack(send.ask.request) || offersUpgrade(send)
