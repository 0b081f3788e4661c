/** What is known of each connection while a session is played. */
import type { RawConnection, Send } from '@plant-store/raw-http'

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

/**
 * No service closes an idle connection sooner than after a second. On a busy machine it may get to a request as late as
 * half a second after that was sent.
 */
const idleMs = 500

/** The first moment at which the answered request may have been whole, in ms of the clock. */
export const wholeAt = ({ send: { cut = [], pauseMs = 0 }, startedAt }: Waiting): number =>
  Math.min(Date.now(), startedAt.getTime() + cut.length * pauseMs)

/** Whether nothing was sent on it for so long before `startedAt` that a service may have closed it. */
export const hasRested = ({ isRested, since }: SessionConnection, startedAt: Date): boolean =>
  isRested || startedAt.getTime() - since > idleMs

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
