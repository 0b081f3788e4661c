/** The model by which responses are checked: what one caller may see after each change. It does not use the store. */
import type { Plant } from '@plant-store/contracts'

/** What a response should show: these plants in this order, or that the token is refused. */
export type Access = readonly Plant[] | 'refused'

/** An access that took effect between the two times. The second is unknown while the change is under way. */
interface State {
  readonly access: Access
  readonly begunAt: number
  acknowledgedAt: number | undefined
}

/** All times come from one monotonic clock. Make one change at a time: begin it, then acknowledge it. */
export class AccessHistory {
  readonly #states: State[]

  constructor(access: Access) {
    this.#states = [{ access, begunAt: -Infinity, acknowledgedAt: -Infinity }]
  }

  /** The change was requested. Whether and when it takes effect is unknown. */
  begin(access: Access, at: number): void {
    this.#states.push({ access, begunAt: at, acknowledgedAt: undefined })
  }

  /** The change begun last was acknowledged. */
  acknowledge(at: number): void {
    const last = this.#states.at(-1)
    if (last !== undefined) last.acknowledgedAt = at
  }

  /** Everything that a response may show if its request was sent at `start` and it was complete at `end`. */
  during(start: number, end: number): readonly Access[] {
    const possible: Access[] = []
    for (const { access, begunAt, acknowledgedAt } of this.#states.toReversed()) {
      if (begunAt <= end) possible.push(access)
      // Older accesses ended before the request was sent.
      if (acknowledgedAt !== undefined && acknowledgedAt < start) break
    }
    return possible
  }
}
