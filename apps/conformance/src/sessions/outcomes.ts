/** What came for a request, as far as it matters to what is sent next. */
import { closesConnection } from '@plant-store/testkit'
import type { Answer } from '../exchange.ts'
import type { Outcome } from '../http/connection.ts'

export const unreachable: Outcome = { noResponse: 'unreachable' }

/**
 * On a busy machine a request may take so long to get there that a service is right not to wait for the rest: it counts
 * from when it had the connection, or was done with the request before. `since`: no later than that, in ms of the clock.
 */
export const isLate = (outcome: Outcome, since: number): boolean =>
  'status' in outcome && outcome.status === 408 && Date.now() - since > lateMs

/** No service gives up sooner. */
const lateMs = 2000

/** Whether there is no answer although one is owed. */
export const isMissed = (outcome: Outcome, owed: string): boolean =>
  'noResponse' in outcome && (owed === 'an answer' || outcome.noResponse === 'unreachable')

/** Whether nothing can follow on the same connection. */
export const closes = (answer: Answer): boolean => closesConnection({ ...answer, headers: answer.fields })

/** What comes for a request on a connection that the service was about to close, or that it says so of with 408. */
export const isClosing = (outcome: Outcome): boolean =>
  'noResponse' in outcome
    ? outcome.noResponse !== 'timeout' && outcome.partial === undefined
    : outcome.status === 408
