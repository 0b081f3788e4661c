/** How fast a service is asked: a slow one is not accused because it was asked too much at once. */
import { budgetMs } from '../../subject.ts'

export interface Pace {
  /** Connections at a time. */
  readonly width: number
  /** How long an answer takes as a rule, in ms. */
  readonly usualMs: number
  /** How many requests to send one after the other, where `wanted` are wanted. */
  readonly length: (wanted: number) => number
}

/** A service that answers this many at once in time can handle a hundred. */
export const widest = 32

/** A sequence of requests may take this part of a check's time. */
const partOfTime = 2 / 15

/**
 * The pace, from how long the slowest answer takes when nothing else is asked, how long an answer takes as a rule, and
 * how long the check may take, all in ms.
 */
export function paceFor(slowestMs: number, usualMs = slowestMs, timeMs = budgetMs.quick): Pace {
  return {
    // Even if handled one by one, all simultaneous requests should be answered within two seconds.
    width: clamp(2000 / slowestMs, 4, widest),
    usualMs,
    length: (wanted) => Math.min(wanted, clamp((timeMs * partOfTime) / usualMs, 20, wanted)),
  }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, Math.floor(value)))
