/** How fast a service is asked: one that computes for long is not accused because it is asked too much at once. */

export interface Pace {
  /** Connections at a time. */
  readonly width: number
  /** Requests one after the other, where many are wanted. */
  readonly length: (wanted: number) => number
}

/** By how long the slowest answer takes when nothing else is asked. */
export function paceFor(slowestMs: number): Pace {
  return {
    // All that is asked at once is to be answered within two seconds, were it worked off one by one.
    width: clamp(2000 / slowestMs, 4, 32),
    length: (wanted) => Math.min(wanted, clamp(8000 / slowestMs, 20, wanted)),
  }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, Math.floor(value)))
