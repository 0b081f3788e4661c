/** When a worker that ended is started again, and when it is given up. */

/** A worker that answered for so long had no trouble with starting. */
const stableMs = 1000
const firstDelayMs = 100
const longestDelayMs = 5000
/** So many that ended at once, one after the other, with nobody left who answers: the next would end as well. */
const limit = 5

/** Counts the workers that ended at once, or never answered. */
export class Restarts {
  #failures = 0

  /** A worker ended that had answered for so long; 0: it never did. */
  ended(answeredMs: number): void {
    this.#failures = answeredMs < stableMs ? this.#failures + 1 : 0
  }

  /** How long to wait before the next is started: not at all, then twice as long each time. */
  get delayMs(): number {
    return this.#failures === 0 ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (this.#failures - 1))
  }

  /** Whether to give up, where no worker is left that answers. */
  get isHopeless(): boolean {
    return this.#failures >= limit
  }
}
