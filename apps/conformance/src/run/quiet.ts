/** Silence of a check: while a breach is tried again, nobody else makes requests that may be its cause, or hide it. */

type Listener = (isQuiet: boolean) => void

export class Quiet {
  #last: Promise<unknown> = Promise.resolve()
  #count = 0
  readonly #listeners = new Set<Listener>()

  /** Does the work while all others wait; of several works, one after the other. */
  during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#change(1)
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done.finally(() => this.#change(-1))
  }

  /** Resolves when it is not quiet. */
  async end(): Promise<void> {
    while (this.#count > 0) await this.#last
  }

  /** Calls the listener when it becomes quiet, or is so already, and when it ends, until what is returned is called. */
  watch(listener: Listener): () => void {
    if (this.#count > 0) listener(true)
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #change(by: 1 | -1): void {
    const before = this.#count
    this.#count += by
    if (before === 0 || this.#count === 0) for (const listener of this.#listeners) listener(before === 0)
  }
}
