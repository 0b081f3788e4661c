/** Keeps all checkers together below a number of requests per second. */
import { setTimeout as sleep } from 'node:timers/promises'

export class Pace {
  #rate: number
  #freeAt = performance.now()
  #over: AbortSignal | undefined

  /** Requests per second; without a number, nobody waits. */
  constructor(rate = Infinity) {
    this.#rate = rate
  }

  /** Nobody waits any longer when one of these is aborted. */
  endWith(...signals: AbortSignal[]): void {
    this.#over = AbortSignal.any(signals)
  }

  /** Resolves when so many requests may be sent, one right after the other, or when it is over. */
  async take(count = 1): Promise<void> {
    if (this.#rate === Infinity || count === 0) return
    const startAt = Math.max(this.#freeAt, performance.now())
    this.#freeAt = startAt + (count * 1000) / this.#rate
    const options = this.#over && { signal: this.#over }
    await sleep(Math.max(0, startAt - performance.now()), undefined, options).catch(() => {})
  }

  /** A part of the rate, at least one per second, for somebody who keeps it alone, until it is given back. */
  lend(): Disposable & { readonly rate: number } {
    const rate = Math.max(1, Math.floor(this.#rate / 4))
    this.#rate -= rate
    return { rate, [Symbol.dispose]: () => void (this.#rate += rate) }
  }
}
