/** Looks at one exchange after the other with Prism's validators, and puts what they say before the court. */
import { ruleOfFault, rulesOfAnswer } from '../contract/answer-fault.ts'
import { type Answered, isAnswered } from '../contract/given-requests.ts'
import { splitTarget } from '../contract/request-fault.ts'
import { faultOf, isStatusDue, ruleOfStatus } from '../contract/rule-of-status.ts'
import type { Court } from '../court/judge.ts'
import type { Exchange } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import type { Exception } from '../witnesses/exceptions.ts'
import { Witness } from '../witnesses/witness.ts'
import type { Validator } from './load-prism.ts'
import { findAnswerFaults, findRequestFaults } from './validate.ts'

/** The examiner of one check. Exchanges that come before the validators are there wait for them. */
export class Examiner {
  readonly #subject: Subject
  readonly #witness: Witness
  #validators: readonly Validator[] | undefined
  #waiting: (() => void)[] = []

  constructor(subject: Subject, exceptions?: readonly Exception[]) {
    this.#subject = subject
    this.#witness = new Witness('prism', subject, exceptions)
  }

  /** From here on exchanges are examined as they come. */
  begin(validators: readonly Validator[]): void {
    this.#validators = validators
    for (const examine of this.#waiting.splice(0)) examine()
  }

  /** Reports what the exchange shows: rules kept, refused and broken. */
  examine(exchange: Exchange, court: Court): void {
    if (this.#validators === undefined) {
      this.#waiting.push(() => this.examine(exchange, court))
      return
    }
    if (!isAnswered(exchange)) return
    const { path } = splitTarget(exchange.request.target)
    const own = this.#validators.find((validator) => validator.path === path)
    const validator = own ?? this.#validators[0]
    if (validator === undefined) return
    const isRead = exchange.request.method === 'GET' || exchange.request.method === 'HEAD'
    if (own !== undefined && isRead) this.#examineRequest(own, exchange, court)
    // A refusal looks the same wherever it comes from.
    if ((own !== undefined && isRead) || exchange.answer.status >= 400)
      this.#examineAnswer(validator, exchange, court)
  }

  /** Whether the service lets through what Prism would, and refuses the rest. */
  #examineRequest(validator: Validator, exchange: Answered, court: Court): void {
    // What other octets than these made of a request, its parts don't tell.
    if (exchange.request.octets !== undefined) return
    const { status } = exchange.answer
    const faults = findRequestFaults(validator, exchange.request)
    const isLetThrough = status < 300
    const isRefused = status >= 400 && status < 500
    if (faults.length > 0 && isLetThrough) {
      const told = `Prism would refuse the request: ${faults.join('; ')}.`
      const rule = ruleOfStatus('refused', exchange, this.#subject)
      this.#witness.says({ kind: 'let through', rule, told, exchange }, court)
    } else if (faults.length === 0 && isRefused) {
      const told = 'Prism finds nothing wrong with the request.'
      const rule = ruleOfStatus('answered', exchange, this.#subject)
      this.#witness.says({ kind: 'refused', rule, told, exchange }, court)
    } else if (isStatusDue(exchange, this.#subject.refusedTokens)) {
      const fault = faultOf(exchange, this.#subject.refusedTokens)
      if (fault === undefined) court.kept('answers-right-requests', exchange)
      else court.refused(fault.rule, exchange)
    }
  }

  #examineAnswer(validator: Validator, exchange: Answered, court: Court): void {
    const { request, answer } = exchange
    const found = findAnswerFaults(validator, answer, request.method)
    const reported = found.filter(({ fault, told }) => {
      const isStatus = fault.part === 'status'
      const rule = isStatus
        ? ruleOfStatus('declared', exchange, this.#subject)
        : ruleOfFault(answer.status === 200 ? 200 : 400, fault)
      return this.#witness.says(
        { kind: isStatus ? 'undeclared status' : 'answer', rule, told, exchange },
        court,
      )
    })
    const isKnown = answer.status === 200 || answer.status >= 400
    if (reported.length > 0 || request.method === 'HEAD' || !isKnown) return
    for (const rule of rulesOfAnswer(answer.status, answer.body)) court.kept(rule, exchange)
  }
}
