/** The model by which responses are checked: what one caller may see after each change, without the store. */
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

/** A response, or the part of it that arrived. */
export interface RawResponse {
  readonly status: number
  readonly text: string
  /** Whether the response arrived completely before the connection ended. */
  readonly isWhole: boolean
  readonly limit: number | undefined
}

/** Says what is wrong with the response; undefined if it is one that the caller could get. */
export function checkResponse(response: RawResponse, possible: readonly Access[]): string | undefined {
  const { status, text, isWhole, limit } = response
  if (status === 401 && isWhole) {
    return possible.includes('refused') ? undefined : 'a valid token was refused'
  }
  if (status !== 200) return text.includes('"name"') ? `a plant in a response ${status}: ${text}` : undefined
  const lists = possible.filter((access) => access !== 'refused').map((plants) => plants.slice(0, limit))
  const isAllowed = lists.some((plants) => {
    const due = JSON.stringify(plants)
    return isWhole ? text === due : due.startsWith(text)
  })
  return isAllowed ? undefined : explain(text, lists)
}

function explain(text: string, lists: readonly (readonly Plant[])[]): string {
  if (lists.length === 0) return 'a list for a token that is not accepted'
  const names = [...text.matchAll(/"name":"(?<name>[^"]*)"/g)].map(({ groups }) => groups?.['name'] ?? '')
  const known = new Set(lists.flat().map(({ name }) => name))
  const foreign = names.find((name) => !known.has(name))
  return foreign === undefined
    ? `a list that was never due: ${text.slice(0, 200)}`
    : `a plant that is not the caller's: ${foreign}`
}
