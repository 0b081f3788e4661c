/** Third-party tools: every objection of theirs is a finding, unless the table of suppressions covers it. */
import { curlFor } from '@plant-store/raw-http'
import type { Collector } from '../run/checker.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import { type Rule, rules as own } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import { type Suppression, suppressions as all, isSuppressed, type Statement } from './suppressions.ts'

/** Reports what one tool objects to, under our own rules or those that are given. */
export class ToolReporter {
  readonly #name: Statement['tool']
  readonly #subject: Subject
  readonly #collector: Collector
  readonly #suppressions: readonly Suppression[]
  readonly #sentences: ReadonlyMap<string, string>
  readonly #curl: ReturnType<typeof curlFor>

  constructor(
    name: Statement['tool'],
    subject: Subject,
    collector: Collector,
    suppressions: readonly Suppression[] = all,
    rules: readonly Rule[] = [],
  ) {
    this.#name = name
    this.#subject = subject
    this.#collector = collector
    this.#suppressions = suppressions
    this.#sentences = new Map([...own, ...rules].map(({ id, sentence }) => [id, sentence]))
    this.#curl = curlFor(subject)
  }

  /** Reports a finding, unless a suppression covers the statement. Returns whether it did. */
  says(statement: Omit<Statement, 'tool'>): boolean {
    const { rule, told, came, exchange } = statement
    if (isSuppressed({ ...statement, tool: this.#name }, this.#subject, this.#suppressions)) return false
    if (came === undefined)
      this.saw(rule, `${exchange.response.status} ${exchange.response.reason}: ${told}`, exchange)
    else this.saw(rule, came, exchange, `${this.#sentences.get(rule)} (${this.#name}: ${told})`)
    return true
  }

  /** Reports a finding to which no suppression can apply: there was no response, or none that could be read. */
  saw(
    rule: string,
    came: string,
    exchange: Exchange | SentRequest,
    due = this.#sentences.get(rule) ?? '',
  ): void {
    const seen = 'request' in exchange ? exchange : undefined
    const request = 'request' in exchange ? exchange.request : exchange
    this.#collector.broken({
      rule,
      checker: this.#name,
      ...(seen !== undefined && { exchange: seen }),
      came,
      due,
      curl: seen?.shown?.curl() ?? this.#curl(request),
    })
  }
}
