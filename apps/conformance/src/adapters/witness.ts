/** A third-party tool as a witness: every objection is a finding, unless the table of exceptions covers it. */
import { curlFor } from '@plant-store/raw-http'
import type { Court } from '../run/checker.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import { ruleById } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import { type Exception, exceptions as all, isExcepted, type Statement } from './suppressions.ts'

/** Brings one tool's statements before the court. */
export class Witness {
  readonly #name: Statement['witness']
  readonly #subject: Subject
  readonly #exceptions: readonly Exception[]
  readonly #curl: ReturnType<typeof curlFor>

  constructor(name: Statement['witness'], subject: Subject, exceptions: readonly Exception[] = all) {
    this.#name = name
    this.#subject = subject
    this.#exceptions = exceptions
    this.#curl = curlFor(subject)
  }

  /** Reports a finding, unless an exception covers the statement. Returns whether it did. */
  says(statement: Omit<Statement, 'witness'>, court: Court): boolean {
    const { rule, told, came, exchange } = statement
    if (isExcepted({ ...statement, witness: this.#name }, this.#subject, this.#exceptions)) return false
    if (came === undefined)
      this.saw(rule, `${exchange.answer.status} ${exchange.answer.reason}: ${told}`, exchange, court)
    else this.saw(rule, came, exchange, court, `${ruleById(rule).sentence} (${this.#name}: ${told})`)
    return true
  }

  /** Reports a finding to which no exception can apply: there was no answer, or none that could be read. */
  saw(
    rule: string,
    came: string,
    exchange: Exchange | SentRequest,
    court: Court,
    due = ruleById(rule).sentence,
  ): void {
    const seen = 'request' in exchange ? exchange : undefined
    const request = 'request' in exchange ? exchange.request : exchange
    court.broken({
      rule,
      checker: this.#name,
      ...(seen !== undefined && { exchange: seen }),
      came,
      due,
      curl: seen?.shown?.curl() ?? this.#curl(request),
    })
  }
}
