/** A court that needs only one breach. */
import type { Court, Finding } from '../../src/court/judge.ts'
import type { Exchange } from '../../src/exchange.ts'

/** Tells the judge to stop at the first breach, and keeps what was recorded up to it. */
export class FirstFinding implements Court {
  readonly #enough = new AbortController()
  readonly signal = this.#enough.signal
  /** Never aborted: a killer runs to its end, however long it takes. */
  readonly timeUp = new AbortController().signal
  readonly exchanges: Exchange[] = []
  finding: Finding | undefined

  record: Court['record'] = (exchange) => {
    const recorded = { ...exchange, id: this.exchanges.length + 1 }
    this.exchanges.push(recorded)
    return recorded
  }
  kept: Court['kept'] = () => {}
  refused: Court['refused'] = () => {}
  unjudged: Court['unjudged'] = () => {}
  notReached: Court['notReached'] = () => {}
  broken: Court['broken'] = (finding) => {
    this.finding ??= finding
    this.#enough.abort()
  }
}
