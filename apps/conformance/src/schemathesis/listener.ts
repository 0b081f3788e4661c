/** Receives what schemathesis reports while it runs, and passes it to the court. */
import { requestWriter } from '@plant-store/raw-http'
import { type Answered, isAnswered, isSpokenOf } from '../contract/given-requests.ts'
import { plainTargets } from '../contract/targets.ts'
import { type Court, JudgeFailure } from '../court/judge.ts'
import type { Exchange, NoResponse } from '../exchange.ts'
import { showAnswer } from '../report/show-exchange.ts'
import type { Subject } from '../subject.ts'
import { Witness } from '../witnesses/witness.ts'
import { isAboutAnswer, rulesOfFailure, rulesOfPassed } from './rules-of-checks.ts'
import { readLine, toExchange, type ToldError, type ToldFailure, type ToldVerdict } from './told.ts'

/** After this many requests in a row without an answer the run is stopped: each one costs the whole timeout. */
const maxUnanswered = 3

/** Handles the lines of one run. */
export class Listener {
  /** Exchanges with an answer. */
  answered = 0
  /** Exchanges whose request carried a caller's token. */
  withToken = 0
  /** Whether schemathesis says that it tested everything it had to. */
  isDone = false
  readonly errors: ToldError[] = []
  /** The first error while a line was handled: it ends the run. */
  fault: Error | undefined
  readonly #exchanges = new Map<string, Exchange>()
  readonly #unanswered: Exchange[] = []
  readonly #subject: Subject
  readonly #court: Court
  readonly #witness: Witness
  readonly #stop: () => void

  /** `stop` is called when there is no point in going on. */
  constructor(subject: Subject, court: Court, stop: () => void) {
    this.#subject = subject
    this.#court = court
    this.#witness = new Witness('schemathesis', subject)
    this.#stop = stop
  }

  /** What came instead of the first missing answer. */
  get noResponse(): NoResponse['noResponse'] | undefined {
    const [first] = this.#unanswered
    return first !== undefined && 'noResponse' in first.answer ? first.answer.noResponse : undefined
  }

  /** Whether requests got no answer, but none of them was owed one: the given contract covers only its own path. */
  get missesNothing(): boolean {
    return this.#unanswered.length > 0 && this.#unanswered.every((exchange) => !this.#isMissed(exchange))
  }

  /** Takes one line. */
  take(line: string): void {
    try {
      const { exchange, verdict, error, done = false } = readLine(line)
      if (exchange !== undefined) {
        this.#takeExchange(exchange.case, this.#court.record(toExchange(exchange, this.#subject)))
      } else if (verdict !== undefined) {
        this.#takeVerdict(verdict)
      } else if (error !== undefined) {
        this.errors.push(error)
      }
      this.isDone ||= done
    } catch (error) {
      this.fault ??= error instanceof Error ? error : new Error(String(error))
      this.#stop()
    }
  }

  /**
   * Reports requests that got no whole answer as breaches, unless none ever got one: then there is no service to judge.
   * Throws a `JudgeFailure` where the fault was not the service's.
   */
  reportUnanswered(): void {
    if (this.answered === 0) return
    for (const exchange of this.#unanswered.filter((one) => this.#isMissed(one))) {
      const came = showAnswer(exchange.answer)
      this.#witness.saw('answers-every-request', came, exchange, this.#court)
    }
    for (const { kind, message } of this.errors) {
      // A request that got no answer is an error, too, and was reported above.
      if (this.#unanswered.length > 0 && ofNetwork.test(kind)) continue
      if (!unreadable.test(kind))
        throw new JudgeFailure(`schemathesis could not test everything: ${kind}: ${message}`)
      // The error does not say which request it was: it may be one that the given contract does not cover.
      if (this.#subject.only === 'given') continue
      const came = `An answer could not be read: ${message}`
      const { url, callers } = this.#subject
      const usual = requestWriter(new URL(url).host)('GET', plainTargets[0] ?? '/', {
        token: callers[0]?.token,
      })
      this.#witness.saw('answers-are-well-framed', came, usual, this.#court)
    }
  }

  #takeExchange(testCase: string, exchange: Exchange): void {
    this.#exchanges.set(testCase, exchange)
    if (exchange.caller !== undefined) this.withToken += 1
    if (isAnswered(exchange)) {
      this.answered += 1
      return
    }
    this.#unanswered.push(exchange)
    const last = [...this.#exchanges.values()].slice(-maxUnanswered)
    const isHopeless =
      this.answered === 0 ? this.#isMissed(exchange) : last.every((one) => this.#isMissed(one))
    if (isHopeless) this.#stop()
  }

  /** Whether an answer is owed but did not come. */
  #isMissed(exchange: Exchange): boolean {
    return !isAnswered(exchange) && isSpokenOf(exchange.request, this.#subject)
  }

  #takeVerdict(verdict: ToldVerdict): void {
    const exchange = this.#exchanges.get(verdict.case)
    if (exchange === undefined || !isAnswered(exchange)) return
    for (const failure of verdict.failures) this.#takeFailure(failure, exchange)
    const { kept, refused } = rulesOfPassed(verdict, exchange)
    for (const rule of kept) this.#court.kept(rule, exchange)
    for (const rule of refused) this.#court.refused(rule, exchange)
  }

  #takeFailure(failure: ToldFailure, judged: Answered): void {
    const own = failure.case === null ? judged : this.#exchanges.get(failure.case)
    const exchange = own !== undefined && isAnswered(own) ? own : judged
    const kind = isAboutAnswer(failure) ? 'answer' : failure.kind
    const [told = ''] = failure.message.split('\n')
    for (const rule of rulesOfFailure(failure, exchange, this.#subject))
      this.#witness.says({ kind, rule, told, exchange }, this.#court)
  }
}

/** What it raises where no whole answer comes. */
const ofNetwork = /Timeout|Connection|Protocol|Chunked|Unavailable/

/** What Python's client raises for an answer that it can't read. */
const unreadable = /^(?:ChunkedEncodingError|ContentDecodingError|ConnectionError|InvalidHeader)$/
