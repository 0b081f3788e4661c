/** Decides when a worker that ended is replaced, and when to give up. */

/** A worker that answered requests for this long had no trouble starting. */
const stableMs = 1000
const firstDelayMs = 100
const longestDelayMs = 5000
/** After this many workers in a row ended at once, with none left that answers, the next would end as well. */
const limit = 5

/** Counts the workers in a row that ended at once, or never answered. */
export class Restarts {
  #failures = 0

  /** A worker ended after it had answered requests for this long; 0: it never did. */
  ended(answeredMs: number): void {
    this.#failures = answeredMs < stableMs ? this.#failures + 1 : 0
  }

  /** How long to wait before the next worker is started: at first not at all, then twice as long each time. */
  get delayMs(): number {
    return this.#failures === 0 ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (this.#failures - 1))
  }

  /** Whether to give up if no worker is left that answers. */
  get isHopeless(): boolean {
    return this.#failures >= limit
  }
}
