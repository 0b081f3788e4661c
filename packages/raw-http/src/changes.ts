/** Waiting until something that changes fulfils a condition, without polling or sleeping. */
import { afterOwnTime } from './own-time.ts'

/** Announces changes to whatever waits for them. */
export class Changes {
  readonly #waiting = new Set<() => void>()

  /** Something changed: every awaited condition is checked again. */
  announce(): void {
    for (const look of this.#waiting) {
      look()
    }
  }

  /** Resolves to true when the condition holds, now or after a change; to false when the time is up. */
  async until(holds: () => boolean, timeoutMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const look = (): void => {
      if (holds()) {
        resolve(true)
      }
    }
    const callOff = afterOwnTime(timeoutMs, () => {
      resolve(holds())
    })
    this.#waiting.add(look)
    look()
    const isFulfilled = await promise
    callOff()
    this.#waiting.delete(look)
    return isFulfilled
  }
}
