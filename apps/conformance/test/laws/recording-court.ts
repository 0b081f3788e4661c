/** A court that remembers everything it is told. */
import type { Exchange } from '../../src/exchange.ts'
import type { Court, Finding } from '../../src/court/judge.ts'

export class RecordingCourt implements Court {
  readonly exchanges: Exchange[] = []
  readonly findings: Finding[] = []
  readonly keptRules = new Set<string>()
  readonly refusedRules = new Set<string>()
  readonly unjudgedRules = new Map<string, string>()
  readonly #controller = new AbortController()

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(): void {
    this.#controller.abort()
  }

  record(exchange: Omit<Exchange, 'id'>): Exchange {
    const recorded = { ...exchange, id: this.exchanges.length + 1 }
    this.exchanges.push(recorded)
    return recorded
  }

  kept(rule: string): void {
    this.keptRules.add(rule)
  }

  refused(rule: string): void {
    this.refusedRules.add(rule)
  }

  broken(finding: Finding): void {
    this.findings.push(finding)
  }

  unjudged(rule: string, reason: string): void {
    this.unjudgedRules.set(rule, reason)
  }

  /** What was told, as text for a failed assertion. */
  tell(): string {
    return this.findings
      .map(({ rule, came, due, curl }) => `${rule}\n  came ${came}\n  due  ${due}\n  ${curl}`)
      .join('\n')
  }
}
