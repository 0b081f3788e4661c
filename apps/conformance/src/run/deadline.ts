/** Signals that end with their scope, so that no timer and no listener keeps anything of a check reachable. */

/** When a deadline aborts. */
interface DeadlineOptions {
  readonly afterMs?: number
  /** The deadline aborts with the first of these, and for the same reason. */
  readonly signals?: readonly AbortSignal[]
}

/**
 * An `AbortSignal` that is aborted after a time, or with other signals. `AbortSignal.timeout` and
 * `AbortSignal.any` would hold on to their listeners until the time is up, or as long as the other signals live; this
 * one lets go of everything when it is disposed of.
 */
export class Deadline implements Disposable {
  readonly #controller = new AbortController()
  readonly #releases: (() => void)[] = []

  constructor({ afterMs, signals = [] }: DeadlineOptions) {
    if (afterMs !== undefined) {
      const timer = setTimeout(
        () => this.#controller.abort(new DOMException('The time is up.', 'TimeoutError')),
        afterMs,
      )
      timer.unref()
      this.#releases.push(() => clearTimeout(timer))
    }
    for (const signal of signals) {
      const follow = (): void => this.#controller.abort(signal.reason)
      if (signal.aborted) follow()
      signal.addEventListener('abort', follow, { once: true })
      this.#releases.push(() => signal.removeEventListener('abort', follow))
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  [Symbol.dispose](): void {
    for (const release of this.#releases.splice(0)) release()
  }
}
