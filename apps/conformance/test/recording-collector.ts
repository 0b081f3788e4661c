/** A collector that remembers everything it is told. */
import type { Exchange } from '../src/exchange.ts'
import type { Collector, Finding } from '../src/run/checker.ts'
import { Pace } from '../src/run/pace.ts'
import { Quiet } from '../src/run/quiet.ts'

export class RecordingCollector implements Collector {
  readonly exchanges: Exchange[] = []
  readonly findings: Finding[] = []
  readonly keptRules = new Set<string>()
  readonly refusedRules = new Set<string>()
  readonly uncheckedRules = new Map<string, string>()
  /** What was not tried for want of time. */
  readonly unreached: string[] = []
  readonly quiet = new Quiet()
  readonly pace = new Pace()
  readonly #time = new AbortController()
  readonly #waiting: { readonly count: number; readonly tell: () => void }[] = []

  readonly signal = new AbortController().signal

  get timeUp(): AbortSignal {
    return this.#time.signal
  }

  /** Ends the budget's time. */
  endTime(): void {
    this.#time.abort()
  }

  /** Resolves when this many exchanges were recorded. */
  hasRecorded(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ count, tell: resolve })
    return promise
  }

  record(exchange: Omit<Exchange, 'id'>): Exchange {
    const recorded = { ...exchange, id: this.exchanges.length + 1 }
    this.exchanges.push(recorded)
    for (const { count, tell } of this.#waiting) if (this.exchanges.length === count) tell()
    return recorded
  }

  kept(rule: string, _exchange?: Exchange): void {
    this.keptRules.add(rule)
  }

  refused(rule: string): void {
    this.refusedRules.add(rule)
  }

  broken(finding: Finding): void {
    this.findings.push(finding)
  }

  inconclusive(rule: string, reason: string): void {
    this.uncheckedRules.set(rule, reason)
  }

  notMade(): void {}

  notReached(what: string): void {
    this.unreached.push(what)
  }

  /** What was told, as text for a failed assertion. */
  tell(): string {
    return this.findings
      .map(({ rule, came, due, curl }) => `${rule}\n  came ${came}\n  due  ${due}\n  ${curl}`)
      .join('\n')
  }
}
