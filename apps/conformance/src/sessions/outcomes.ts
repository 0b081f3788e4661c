/** What came for a request, as far as it affects what is sent next. */
import {
  closesConnection,
  holdsContentBack,
  type Outcome,
  type RawConnection,
  type Send,
  valuesOf,
} from '@plant-store/raw-http'
import type { Answer } from '../exchange.ts'

export const unreachable: Outcome = { noResponse: 'unreachable' }

/**
 * Whether a 408 is excused. On a busy machine a request may take so long to arrive that a service is right not to wait
 * for the rest: its timeout starts when it has the connection, or is done with the request before. `since` is no later
 * than that, in ms of the clock.
 */
export const isLate = (outcome: Outcome, since: number): boolean =>
  'status' in outcome && outcome.status === 408 && Date.now() - since > lateMs

/** No service gives up on a request sooner than this. */
const lateMs = 2000

/** Whether there is no answer although one is owed. */
export const isMissed = (outcome: Outcome, owed: string): boolean =>
  'noResponse' in outcome && (owed === 'an answer' || outcome.noResponse === 'unreachable')

/** Whether there is an answer, and something can follow on the same connection. */
export const staysOpen = (outcome: Outcome, send: Send): outcome is Answer =>
  'status' in outcome && !closesConnection(outcome) && !isForOld(send, outcome)

/** Whether the connection was reset before the answer was whole. */
export const isBrokenOff = (outcome: Outcome, connection: RawConnection | undefined): boolean =>
  'noResponse' in outcome
    ? outcome.noResponse === 'reset'
    : outcome.faults.length > 0 && connection?.state === 'reset'

/** Whether nothing more is sent on the connection: the service may have lost its place there, which is no breach. */
export const isLastOn = (send: Send, owed: string, answer: Answer): boolean =>
  owed === 'nothing' || offersUpgrade(send) || keptContent(send, answer)

/** After an HTTP/1.0 request a service may close the connection unless its answer says keep-alive (RFC 9112, 9.3). */
const isForOld = ({ ask: { request } }: Send, answer: Answer): boolean =>
  request.octets?.includes(' HTTP/1.0\r\n') === true &&
  !/\bkeep-alive\b/i.test(valuesOf(answer, 'connection').join())

/** Content held back and not asked for is still due: what follows may be taken for it (RFC 9110, 10.1.1). */
const keptContent = ({ ask: { request } }: Send, { interim = [] }: Answer): boolean =>
  holdsContentBack(request) && !interim.includes(100)

/**
 * After an offer to change the protocol, servers made with Node 24 leave malformed requests unanswered; they are not
 * accused of it.
 */
const offersUpgrade = ({ ask: { request } }: Send): boolean => valuesOf(request, 'upgrade').length > 0

/** Nothing can follow content until it is asked for, nor a request that may be the last of its protocol. */
export const standsAlone = (send: Send): boolean => holdsContentBack(send.ask.request) || offersUpgrade(send)
