/** Passes each exchange to Prism's validators, and reports what they find to the court. */
import { hash } from 'node:crypto'
import { operations } from '@plant-store/contracts/schemas'
import { ruleOfFault, rulesOfAnswer } from '../contract/answer-fault.ts'
import { type Answered, isAnswered } from '../contract/given-requests.ts'
import { declaredFields } from '../contract/declared-fields.ts'
import { pathOf } from '../contract/split-target.ts'
import { faultOf, isDue, ruleOfStatus } from '../contract/rule-of-status.ts'
import type { Court } from '../court/judge.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import type { Exception } from '../witnesses/exceptions.ts'
import { Witness } from '../witnesses/witness.ts'
import { prismThread } from './thread.ts'
import type { AnswerQuestion, RequestQuestion, ToldFault } from './validate.ts'

const paths: ReadonlySet<string> = new Set(Object.values(operations).map(({ path }) => path))

/**
 * The examiner of one check. The validators run in Prism's thread, in parallel with the judges; in this thread they
 * took a quarter of a quick check's processor time.
 */
export class Examiner {
  readonly #subject: Subject
  readonly #witness: Witness
  readonly #examinations: Promise<void>[] = []
  readonly #requests = new Map<string, Promise<readonly string[]>>()
  readonly #answers = new Map<string, Promise<readonly ToldFault[]>>()

  constructor(subject: Subject, exceptions?: readonly Exception[]) {
    this.#subject = subject
    this.#witness = new Witness('prism', subject, exceptions)
  }

  /** Starts to examine an exchange. The rules that it shows kept, refused or broken are reported later. */
  examine(exchange: Exchange, court: Court): void {
    if (!isAnswered(exchange)) return
    const examination = this.#examine(exchange, court)
    // A failure reaches the caller of `settled`.
    examination.catch(() => {})
    this.#examinations.push(examination)
  }

  /** Resolves when everything has been reported. Rejects when the validators failed. */
  async settled(): Promise<void> {
    await Promise.all(this.#examinations)
  }

  async #examine(exchange: Answered, court: Court): Promise<void> {
    const { request, answer } = exchange
    const path = pathOf(request.target)
    const isRead = paths.has(path) && (request.method === 'GET' || request.method === 'HEAD')
    // Where a request was sent as octets of its own, its parts don't fully describe it.
    if (isRead && request.octets === undefined)
      this.#hearOfRequest(await this.#faultsOfRequest(path, request), exchange, court)
    // A refusal has the same form for every path and method.
    if (isRead || answer.status >= 400)
      this.#hearOfAnswer(await this.#faultsOfAnswer(path, exchange), exchange, court)
  }

  /** Most requests of a check look the same to a validator, which reads only the fields that the contract mentions. */
  #faultsOfRequest(path: string, { target, fields }: SentRequest): Promise<readonly string[]> {
    const spokenOf = fields.filter(([name]) => declaredFields.has(name.toLowerCase()))
    const key = [path, target, ...spokenOf.map(([name, value]) => `${name}: ${value}`)].join('\n')
    const known =
      this.#requests.get(key) ??
      prismThread.run<readonly string[]>('faultsOfRequest', {
        path,
        request: { target, fields: spokenOf },
      } satisfies RequestQuestion)
    this.#requests.set(key, known)
    return known
  }

  /** Most answers of a check repeat: of the 8,586 in a quick check, 1,059 differ in more than date and request id. */
  #faultsOfAnswer(path: string, { request, answer }: Answered): Promise<readonly ToldFault[]> {
    const { status, fields, body } = answer
    const isHead = request.method === 'HEAD'
    const lines = fields.map(([name, value]) => `${name}: ${unlessByChance(name, value)}`)
    const key = [path, isHead, status, ...lines, hash('md5', body)].join('\n')
    const known =
      this.#answers.get(key) ??
      prismThread.run<readonly ToldFault[]>('faultsOfAnswer', {
        path,
        method: request.method,
        // A copy: otherwise the whole block of memory that the body is a part of would be handed over.
        answer: { status, fields, body: Uint8Array.from(body) },
      } satisfies AnswerQuestion)
    this.#answers.set(key, known)
    return known
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
    } else {
      const fault = faultOf(exchange, this.#subject.refusedTokens)
      if (!isDue(fault, exchange)) return
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

/** The value of a header field; only its form where the value differs in every answer. */
function unlessByChance(name: string, value: string): string {
  if (/^x-request-id$/i.test(name)) return value.replaceAll(/[\da-f]/g, '#')
  return /^date$/i.test(name) ? value.replaceAll(/\w/g, '#') : value
}
