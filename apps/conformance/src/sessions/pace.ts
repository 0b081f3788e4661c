/** How fast a service is asked: one that computes for long is not accused because it is asked too much at once. */
import { budgetMs } from '../subject.ts'

export interface Pace {
  /** Connections at a time. */
  readonly width: number
  /** How long an answer takes as a rule, in ms. */
  readonly usualMs: number
  /** Requests one after the other, where many are wanted. */
  readonly length: (wanted: number) => number
}

/** A sequence of requests may take this part of the time of a check. */
const partOfTime = 2 / 15

/**
 * By how long the slowest answer takes when nothing else is asked, how long one takes as a rule, and how long the check
 * may take, all in ms.
 */
export function paceFor(slowestMs: number, usualMs = slowestMs, timeMs = budgetMs.quick): Pace {
  return {
    // All that is asked at once is to be answered within two seconds, were it worked off one by one.
    width: clamp(2000 / slowestMs, 4, 32),
    usualMs,
    length: (wanted) => Math.min(wanted, clamp((timeMs * partOfTime) / usualMs, 20, wanted)),
  }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, Math.floor(value)))
