/** Hears what schemathesis tells while it runs, and puts it before the court. */
import type { Exchange, Field, SentRequest, Silence } from '../exchange.ts'
import { type Court, JudgeFailure } from '../court/judge.ts'
import { curlFor } from '../http/curl.ts'
import { ruleById } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import { readLine, type ToldError, type ToldFailure, type ToldVerdict } from './lines.ts'
import { toExchange } from './to-exchange.ts'
import { type Answered, isAnswered, isSpokenOf } from '../contract/weigh-status.ts'
import { weighFailure } from './weigh-failure.ts'
import { weighPassed } from './weigh-passed.ts'

/** A service that was silent so often in a row is not asked on: each further silence costs the whole patience. */
const maxSilences = 3

/** One run's worth of lines. */
export class Listener {
  /** Exchanges with an answer. */
  answered = 0
  /** Exchanges whose request carried a caller's token. */
  withToken = 0
  /** Whether schemathesis says that it went through all it had to test. */
  isDone = false
  readonly errors: ToldError[] = []
  /** The first thing that went wrong in here: it ends the run. */
  fault: Error | undefined
  readonly #exchanges = new Map<string, Exchange>()
  readonly #subject: Subject
  readonly #court: Court
  readonly #curl: ReturnType<typeof curlFor>
  readonly #silences: Exchange[] = []
  readonly #stop: () => void

  /** `stop` is called when there is no use in going on. */
  constructor(subject: Subject, court: Court, stop: () => void) {
    this.#subject = subject
    this.#court = court
    this.#curl = curlFor(subject)
    this.#stop = stop
  }

  /** What came instead of the first answer that did not come. */
  get silence(): Silence['silence'] | undefined {
    const [first] = this.#silences
    return first !== undefined && 'silence' in first.answer ? first.answer.silence : undefined
  }

  /** Takes one line. */
  hear(line: string): void {
    try {
      const { exchange, verdict, error, done = false } = readLine(line)
      if (exchange !== undefined) {
        this.#hearExchange(exchange.case, this.#court.record(toExchange(exchange, this.#subject)))
      } else if (verdict !== undefined) {
        this.#hearVerdict(verdict)
      } else if (error !== undefined) {
        this.errors.push(error)
      }
      this.isDone ||= done
    } catch (fault) {
      this.fault ??= fault instanceof Error ? fault : new Error(String(fault))
      this.#stop()
    }
  }

  /**
   * Requests that got no whole answer break a rule, unless none ever got one: then there is nobody to judge. Throws a
   * `JudgeFailure` where the fault was not the service's.
   */
  reportSilences(): void {
    if (this.answered === 0) return
    for (const exchange of this.#silences.filter((one) => this.#isMissed(one))) {
      const came = `No whole answer came: ${'silence' in exchange.answer ? exchange.answer.silence : ''}.`
      this.#break('answers-every-request', came, exchange)
    }
    for (const { kind, message } of this.#silences.length > 0 ? [] : this.errors) {
      if (!brokenAnswers.test(kind))
        throw new JudgeFailure(`schemathesis could not test all: ${kind}: ${message}`)
      // Which request it was is not told: it may be one that the given contract does not speak of.
      if (this.#subject.only === 'all')
        this.#break('answers-are-well-framed', `An answer could not be read: ${message}`)
    }
  }

  #hearExchange(testCase: string, exchange: Exchange): void {
    this.#exchanges.set(testCase, exchange)
    if (exchange.caller !== undefined) this.withToken += 1
    if (isAnswered(exchange)) {
      this.answered += 1
      return
    }
    this.#silences.push(exchange)
    const last = [...this.#exchanges.values()].slice(-maxSilences)
    if (this.answered === 0 || last.every((earlier) => this.#isMissed(earlier))) this.#stop()
  }

  /** Whether there is no answer although one is owed. */
  #isMissed(exchange: Exchange): boolean {
    return !isAnswered(exchange) && isSpokenOf(exchange.request, this.#subject.only)
  }

  #hearVerdict(verdict: ToldVerdict): void {
    const exchange = this.#exchanges.get(verdict.case)
    if (exchange === undefined || !isAnswered(exchange)) return
    for (const failure of verdict.failures) this.#hearFailure(failure, exchange)
    const { kept, refused } = weighPassed(verdict, exchange)
    for (const rule of kept) this.#court.kept(rule, exchange)
    for (const rule of refused) this.#court.refused(rule, exchange)
  }

  #hearFailure(failure: ToldFailure, judged: Answered): void {
    const own = failure.case === null ? judged : this.#exchanges.get(failure.case)
    const exchange = own !== undefined && isAnswered(own) ? own : judged
    for (const rule of weighFailure(failure, exchange, this.#subject)) {
      const [told = ''] = failure.message.split('\n')
      this.#break(rule, `${exchange.answer.status} ${exchange.answer.reason}: ${told}`, exchange)
    }
  }

  /** Without an exchange, a request like all others shows it. */
  #break(rule: string, came: string, exchange?: Exchange): void {
    this.#court.broken({
      rule,
      judge: 'schemathesis',
      ...(exchange !== undefined && { exchange }),
      came,
      due: ruleById(rule).sentence,
      curl: this.#curl(exchange?.request ?? usualRequest(this.#subject)),
    })
  }
}

/** What Python's client raises when there is an answer, and it can't be read. */
const brokenAnswers = /^(?:ChunkedEncodingError|ContentDecodingError|ConnectionError|InvalidHeader)$/

function usualRequest({ url, callers }: Subject): SentRequest {
  const fields: readonly Field[] = [['Host', new URL(url).host]]
  const [caller] = callers
  const credential: readonly Field[] =
    caller === undefined ? [] : [['Authorization', `Bearer ${caller.token}`]]
  return { method: 'GET', target: '/plants', fields: [...fields, ...credential] }
}
