/** What one caller may see, from change to change: the model that answers are judged by, which knows no store. */
import type { Plant } from '@plant-store/contracts'

/** What an answer is to show: these plants in this order, or that the token is not accepted. */
export type Access = readonly Plant[] | 'refused'

/** What holds from some moment between the two on; the second is not known while the change is under way. */
interface State {
  readonly access: Access
  readonly begunAt: number
  acknowledgedAt: number | undefined
}

/** Moments are those of one clock that never goes back. One change at a time: begin it, acknowledge it. */
export class AccessHistory {
  readonly #states: State[]

  constructor(access: Access) {
    this.#states = [{ access, begunAt: -Infinity, acknowledgedAt: -Infinity }]
  }

  /** Somebody was told to change it. Whether and when it is changed is not known. */
  begin(access: Access, at: number): void {
    this.#states.push({ access, begunAt: at, acknowledgedAt: undefined })
  }

  /** The change that was begun last was said to be done. */
  acknowledge(at: number): void {
    const last = this.#states.at(-1)
    if (last !== undefined) last.acknowledgedAt = at
  }

  /** Whatever an answer may show whose request was sent at `start`, and which was there as a whole at `end`. */
  during(start: number, end: number): readonly Access[] {
    const possible: Access[] = []
    for (const { access, begunAt, acknowledgedAt } of this.#states.toReversed()) {
      if (begunAt <= end) possible.push(access)
      // What held before is over since before the request.
      if (acknowledgedAt !== undefined && acknowledgedAt < start) break
    }
    return possible
  }
}
