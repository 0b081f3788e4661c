/** Passes each exchange to Prism's validators, and reports what they find to the court. */
import { operations } from '@plant-store/contracts/schemas'
import { ruleOfFault, rulesOfAnswer } from '../contract/answer-fault.ts'
import { type Answered, isAnswered } from '../contract/given-requests.ts'
import { pathOf } from '../contract/split-target.ts'
import { faultOf, isDue, ruleOfStatus } from '../contract/rule-of-status.ts'
import type { Court } from '../court/judge.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import type { Exception } from '../witnesses/exceptions.ts'
import { Witness } from '../witnesses/witness.ts'
import type { ToldFault } from './validate.ts'
import { lookOf, Validators } from './validators.ts'

const paths: ReadonlySet<string> = new Set(Object.values(operations).map(({ path }) => path))

/**
 * This many agreements are evidence enough: to find out which rule each of them shows took a third of an examination's
 * processor time.
 */
const enoughAgreements = 2000

/** The examiner of one check. */
export class Examiner {
  readonly #subject: Subject
  readonly #witness: Witness
  readonly #unfinished = new Set<Promise<void>>()
  #firstFailure: { readonly error: unknown } | undefined
  readonly #validators = new Validators()
  /** How each request was answered: in a quick check, a third of all answers are repetitions. */
  readonly #looks = new WeakMap<SentRequest, Set<string>>()
  #agreements = 0

  constructor(subject: Subject, exceptions?: readonly Exception[]) {
    this.#subject = subject
    this.#witness = new Witness('prism', subject, exceptions)
  }

  /** Starts to examine an exchange. The rules that it shows kept, refused or broken are reported later. */
  examine(exchange: Exchange, court: Court): void {
    if (!isAnswered(exchange)) return
    const look = lookOf(exchange.answer)
    if (this.#isKnown(exchange.request, look)) return
    const examination = this.#examine(exchange, look, court)
      .catch((error: unknown) => {
        this.#firstFailure ??= { error }
      })
      .finally(() => this.#unfinished.delete(examination))
    this.#unfinished.add(examination)
  }

  /** Whether an answer to this very request looked like this before: nothing new can be said then. */
  #isKnown(request: SentRequest, look: string): boolean {
    const looks = this.#looks.get(request)
    if (looks?.has(look) === true) return true
    this.#looks.set(request, looks?.add(look) ?? new Set([look]))
    return false
  }

  /** Resolves when everything has been reported. Rejects when the validators failed. */
  async settled(): Promise<void> {
    await Promise.all(this.#unfinished)
    if (this.#firstFailure !== undefined) throw this.#firstFailure.error
  }

  async #examine(exchange: Answered, look: string, court: Court): Promise<void> {
    const { request, answer } = exchange
    const path = pathOf(request.target)
    const isRead = paths.has(path) && (request.method === 'GET' || request.method === 'HEAD')
    // Where a request was sent as octets of its own, its parts don't fully describe it.
    if (isRead && request.octets === undefined)
      this.#hearOfRequest(await this.#validators.faultsOfRequest(path, request), exchange, court)
    // A refusal has the same form for every path and method.
    if (isRead || answer.status >= 400)
      this.#hearOfAnswer(await this.#validators.faultsOfAnswer(path, exchange, look), exchange, court)
  }

  /** Reports whether the service lets through the requests that Prism would, and refuses the rest. */
  #hearOfRequest(faults: readonly string[], exchange: Answered, court: Court): void {
    const { status } = exchange.answer
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
    } else if (this.#agreements < enoughAgreements) {
      const fault = faultOf(exchange, this.#subject.refusedTokens)
      if (!isDue(fault, exchange)) return
      this.#agreements += 1
      if (fault === undefined) court.kept('answers-right-requests', exchange)
      else court.refused(fault.rule, exchange)
    }
  }

  #hearOfAnswer(found: readonly ToldFault[], exchange: Answered, court: Court): void {
    const { request, answer } = exchange
    const reported = found.filter(({ fault, told }) => {
      const isStatus = fault.part === 'status'
      const rule = isStatus
        ? ruleOfStatus('declared', exchange, this.#subject)
        : ruleOfFault(answer.status === 200 ? 200 : 400, fault, pathOf(exchange.request.target))
      return this.#witness.says(
        { kind: isStatus ? 'undeclared status' : 'answer', rule, told, exchange },
        court,
      )
    })
    const isKnown = answer.status === 200 || answer.status >= 400
    if (reported.length > 0 || request.method === 'HEAD' || !isKnown) return
    for (const rule of rulesOfAnswer(answer.status, answer.body, pathOf(exchange.request.target)))
      court.kept(rule, exchange)
  }
}
