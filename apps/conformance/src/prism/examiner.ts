/** Looks at one exchange after the other with Prism's validators, and reports what they say. */
import { rulesOfAnswer, ruleOfFault } from '../contract/answer-fault.ts'
import type { Exchange } from '../exchange.ts'
import type { Court } from '../court/judge.ts'
import { curlFor } from '../http/curl.ts'
import { findRequestFault, splitTarget } from '../contract/request-fault.ts'
import { ruleById } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import { type Answered, isAnswered, isDescribed, weighStatus } from '../contract/weigh-status.ts'
import type { Validator } from './load-prism.ts'
import { weighAnswer } from './weigh-answer.ts'
import { isAllowed } from './weigh-request.ts'

const declared = new Set([200, 400, 401, 500, 503])

/** The examiner of one check. Exchanges that come before the validators are there wait for them. */
export class Examiner {
  readonly #subject: Subject
  readonly #curl: ReturnType<typeof curlFor>
  #validators: readonly Validator[] | undefined
  #waiting: (() => void)[] = []

  constructor(subject: Subject) {
    this.#subject = subject
    this.#curl = curlFor(subject)
  }

  /** From here on exchanges are examined as they come. */
  begin(validators: readonly Validator[]): void {
    this.#validators = validators
    for (const examine of this.#waiting) examine()
    this.#waiting = []
  }

  /**
   * Reports what the exchange shows: rules kept, refused and broken. A request that is `plain` has nothing about it but
   * what the contract describes: every status of its answer can be weighed.
   */
  examine(exchange: Exchange, court: Court, { isPlain = false } = {}): void {
    if (this.#validators === undefined) {
      this.#waiting.push(() => this.examine(exchange, court, { isPlain }))
      return
    }
    if (!isAnswered(exchange)) return
    const { path } = splitTarget(exchange.request.target)
    const own = this.#validators.find((validator) => validator.path === path)
    const validator = own ?? this.#validators[0]
    if (validator === undefined) return
    if (own !== undefined) this.#examineRequest(own, exchange, court, isPlain)
    if (own !== undefined || exchange.answer.status >= 400) this.#examineAnswer(validator, exchange, court)
  }

  /** Tells the court of a breach. */
  report(rule: string, exchange: Exchange, told: string, court: Court): void {
    const came = isAnswered(exchange) ? `${exchange.answer.status} ${exchange.answer.reason}: ${told}` : told
    court.broken({
      rule,
      judge: 'prism',
      exchange,
      came,
      due: ruleById(rule).sentence,
      curl: exchange.shown?.curl() ?? this.#curl(exchange.request),
    })
  }

  /** Where Prism and the service disagree about a request, the contract says who is right. */
  #examineRequest(validator: Validator, exchange: Answered, court: Court, isPlain: boolean): void {
    const { request, answer } = exchange
    // What other octets than these made of a request, its parts don't tell.
    if (request.octets !== undefined || !isRead(request.method)) return
    const allowed = isAllowed(validator, request)
    const told = `Prism would ${allowed ? '' : 'not '}let this request through.`
    const isLetThrough = answer.status < 300
    if (isPlain || (isLetThrough && !allowed)) {
      for (const rule of this.#weigh(exchange)) this.report(rule, exchange, told, court)
    }
    if (allowed === isLetThrough && this.#weigh(exchange, 'all').length === 0) {
      this.#showAgreement(exchange, court)
    }
  }

  #examineAnswer(validator: Validator, exchange: Answered, court: Court): void {
    const { request, answer } = exchange
    const { method } = request
    const isRefusal = answer.status >= 400
    if (!isDescribed(exchange, this.#subject.only) || (!isRefusal && !isRead(method))) return
    if (!isRefusal && !declared.has(answer.status)) {
      this.#examineStatus(exchange, court)
      return
    }
    // Refusals that are not declared are owed the same body and headers.
    const status = declared.has(answer.status) ? answer.status : 400
    const faults = weighAnswer(validator, answer, { method, status })
    for (const { fault, told } of faults) this.report(ruleOfFault(status, fault), exchange, told, court)
    if (faults.length > 0 || method === 'HEAD') return
    for (const rule of rulesOfAnswer(status, answer.body)) court.kept(rule, exchange)
  }

  /** 206 is due where it was asked for; every other 2xx is a status that the contract does not know. */
  #examineStatus(exchange: Answered, court: Court): void {
    const { status } = exchange.answer
    const isAskedFor = exchange.request.fields.some(([name]) => name.toLowerCase() === 'range')
    if (status >= 300 || isAskedFor || findRequestFault(exchange) !== undefined) return
    for (const rule of this.#weigh(exchange)) {
      this.report(rule, exchange, 'The contract does not declare this status.', court)
    }
  }

  /** The rules that its status breaks. */
  #weigh(exchange: Answered, only = this.#subject.only): readonly string[] {
    return weighStatus(exchange, only, this.#subject.refusedTokens)
  }

  /** What both let through is a right request; what both refuse, one that breaks a rule. */
  #showAgreement(exchange: Answered, court: Court): void {
    const fault = findRequestFault(exchange, this.#subject.refusedTokens)
    if (fault === undefined) court.kept('answers-right-requests', exchange)
    else court.refused(fault.rule, exchange)
  }
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'
