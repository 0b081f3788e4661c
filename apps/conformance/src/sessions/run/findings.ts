/** Tells the collector of each breach, with what shows it, and no more often than is useful. */
import { type Outcome, repeatedly, type Send, type Session, toReplay } from '@plant-store/raw-http'
import { type SentRequest, statusOf } from '../../exchange.ts'
import type { Analysis } from '../../oracle/analysis.ts'
import type { Breach } from '../../oracle/examination.ts'
import type { Client } from '../client/client.ts'
import { isTimeout } from '../client/connection.ts'
import { unlessOver } from '../client/over.ts'
import type { Sent } from '../client/sent.ts'
import { findShortest, type Look, type Shown } from './shrink.ts'

/** Further findings of the same rule tell nothing new, but for operations that have none yet. */
const maxFindings = 4

/** The same is asked again at most this many times, and for at most this long, to tell how often something shows. */
const maxRepeats = 9
const maxMs = 5000

/** The rule that is broken when the same request is not always answered in the same way. */
const changing = 'equal-requests-equal-answers'

/** Who gets what is not theirs, even once, gets it: these are reported as what they are. */
const ofAccess: ReadonlySet<string> = new Set(['sees-own-plants-only', 'token-required'])

export class Findings {
  readonly #client: Client
  readonly #told: {
    readonly rule: string
    readonly operation?: string | undefined
    readonly status?: number
  }[] = []

  constructor(client: Client) {
    this.#client = client
  }

  /** Whether this check checks the rule. */
  isChecked(rule: string): boolean {
    return this.#client.context.oracle.isChecked(rule)
  }

  /** Whether the collector was told of a breach of the rule. */
  isTold(rule: string): boolean {
    return this.#told.some((one) => one.rule === rule)
  }

  /** Whether a finding of the rule would tell anything new. */
  isNews(rule: string, request: SentRequest): boolean {
    if (!this.isChecked(rule)) return false
    const operation = this.#client.context.oracle.operationOf?.(request)
    const isElsewhere = !this.#told.some((one) => one.rule === rule && one.operation === operation)
    return (operation !== undefined && isElsewhere) || this.isFew(rule)
  }

  /** Whether the collector was told of it seldom enough for it to be worth the time that finding the simplest case takes. */
  isFew(rule: string): boolean {
    return this.#told.filter((one) => one.rule === rule).length < maxFindings
  }

  /**
   * Whether a request is refused just as others were that share one of its unusual forms: the collector was told of
   * those, and the rest of this request is not the cause.
   */
  isExplained(rule: string, { faults, grounds }: Analysis, outcome: Outcome): boolean {
    const status = statusOf(outcome) ?? 0
    const ofStatus = ['answers-right-requests', ...grounds, ...faults.map(({ statusRule }) => statusRule)]
    return (
      status >= 400 &&
      ofStatus.includes(rule) &&
      this.#told.some((one) => one.status === status && one.rule !== rule && grounds.includes(one.rule))
    )
  }

  /** `session` shows the breach: by itself, or if it is repeated again and again. */
  tell({ rule, came, due }: Breach, sent: Sent, session: Session, isRepeated = false): void {
    const { exchange, request } = sent
    if (!this.isNews(rule, request)) return
    const operation = this.#client.context.oracle.operationOf?.(request)
    const status = statusOf(exchange.response)
    this.#told.push({ rule, operation, ...(status !== undefined && { status }) })
    const line = toReplay(session, this.#client.context)
    const curl = isRepeated ? repeatedly(line) : line
    this.#client.context.collector.broken({ rule, checker: 'sessions', exchange, came, due, curl })
  }

  /** Tells a breach with its shortest session, or with how often it shows. */
  async reportShortest(breach: Breach, sent: Sent, session: Session): Promise<void> {
    const client = isTimeout(sent.outcome) ? this.#client.hasty() : this.#client
    const look: Look = async (tried) => {
      const { oracle } = client.context
      for (const one of await client.play(tried)) {
        const own = oracle.examine(one).breaches.find(({ rule }) => rule === breach.rule)
        if (own !== undefined) return { breach: own, sent: one }
      }
      return undefined
    }
    const [single, ...others] = endingWith(session, sent.step)
    const shown = { breach, sent, session }
    await this.report(shown, [single, ...others], look, async () => {
      const end = performance.now() + maxMs
      let count = 1
      // It was sent once in its session, and once alone.
      let asked = 2
      for (; asked < 2 + maxRepeats && performance.now() < end; asked += 1)
        if ((await look(single)) !== undefined) count += 1
      const { rule, came, due } = breach
      const told = {
        rule: ofAccess.has(rule) || !this.isChecked(changing) ? rule : changing,
        came: `${came}, in ${count} of ${asked} responses to the same request`,
        due,
      }
      return () => this.tell(told, sent, single, true)
    })
  }

  /**
   * Tells a breach with the shortest session that shows it, of these and of what is left of them, or else in that other way;
   * as it is where that was done often enough, or where there is no time. Where there is no other way, it counts only if it
   * shows again. The other checkers wait meanwhile.
   */
  async report(
    { breach, sent, session }: Shown,
    sessions: readonly Session[],
    look: Look,
    otherwise?: () => Promise<() => void>,
  ): Promise<void> {
    if (!this.isNews(breach.rule, sent.request)) return
    // What is shown first was tried again already.
    if (!this.isFew(breach.rule)) {
      if (otherwise !== undefined) this.tell(breach, sent, session)
      return
    }
    const found = await this.tryAgain(async () => {
      const shortest = await findShortest(sessions, look)
      return shortest === undefined
        ? otherwise?.()
        : () => this.tell(shortest.breach, shortest.sent, shortest.session)
    })
    // What is printed was seen again just now, or it says that there was no time for that.
    const untried = { ...breach, came: `${breach.came}; there was no time to try it again` }
    if (found !== undefined) found()
    else if (otherwise !== undefined) this.tell(untried, sent, session)
  }

  /** Does what plays sessions again, while the other checkers wait. Resolves to undefined where nothing more is sent. */
  tryAgain<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    return unlessOver(this.#client.context.collector.quiet.during(work))
  }
}

/**
 * The request alone, then what may show its breach: the session up to it; where requests are simultaneous, also three times
 * with all others before it; and the whole, with what is pipelined behind it or with the pauses within a lone one.
 */
function endingWith(session: Session, step: number): readonly [Session, ...Session[]] {
  const isCrowd = session.some((one) => 'ask' in one && one.wait === false && one.on !== undefined)
  const crowd = [...session.toSpliced(step, 1), ...session.slice(step, step + 1)]
  const own = session[step]
  const several = [session.slice(0, step + 1), ...(isCrowd ? [crowd, crowd, crowd] : [])]
  const isTried = step === session.length - 1 && session.length > 1
  return [
    own !== undefined && 'ask' in own ? [withoutPlace(own)] : session,
    ...several.filter(({ length }) => length > 1),
    ...(isTried ? [] : [session]),
  ]
}

const withoutPlace = ({ ask, cut, seenToEnd }: Send): Send => ({
  ask,
  ...(cut !== undefined && { cut }),
  ...(seenToEnd !== undefined && { seenToEnd }),
})
