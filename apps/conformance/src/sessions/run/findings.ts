/** Tells the collector of each breach, with what shows it, and no more often than is useful. */
import { repeatedly, type Send, type Session, toReplay } from '@plant-store/raw-http'
import { type SentRequest, statusOf } from '../../exchange.ts'
import type { AnyOracle, Breach } from '../../oracle/any-oracle.ts'
import { Client } from '../client/client.ts'
import { isTimeout, Over, type Sent } from '../client/sent.ts'
import { findShortest, type Look, type Shown } from './shrink.ts'

/** Further findings of the same rule tell nothing new, but for operations that have none yet. */
const maxFindings = 4

/** The same is asked again at most this many times, and for at most this long, to tell how often something shows. */
const maxRepeats = 9
const maxMs = 5000

interface Told {
  readonly rule: string
  readonly operation: string | undefined
  readonly status: number | undefined
}

export class Findings {
  readonly #client: Client
  readonly #oracle: AnyOracle
  readonly #told: Told[] = []

  constructor(client: Client) {
    this.#client = client
    this.#oracle = client.context.oracle
  }

  #toldOf(rule: string): readonly Told[] {
    return this.#told.filter((one) => one.rule === rule)
  }

  /** Whether a finding of the rule would tell anything new. */
  isNews(rule: string, request: SentRequest): boolean {
    const told = this.#toldOf(rule)
    const operation = this.#oracle.operationOf?.(request)
    const isElsewhere = operation !== undefined && told.every((one) => one.operation !== operation)
    return this.#oracle.isChecked(rule) && (isElsewhere || told.length < maxFindings)
  }

  /** Whether the collector was told of the cause already. */
  isExplained(rule: string, sent: Sent): boolean {
    const isTold = (other: string, status: number): boolean =>
      this.#toldOf(other).some((one) => one.status === status)
    return this.#oracle.isExplained?.(rule, sent, isTold) === true
  }

  /** `session` shows the breach: by itself, or if it is repeated again and again. */
  tell({ rule, came, due }: Breach, sent: Sent, session: Session, isRepeated = false): void {
    const { exchange, request } = sent
    if (!this.isNews(rule, request)) return
    const operation = this.#oracle.operationOf?.(request)
    this.#told.push({ rule, operation, status: statusOf(exchange.response) })
    const line = toReplay(session, this.#client.context)
    const curl = isRepeated ? repeatedly(line) : line
    this.#client.context.collector.broken({ rule, checker: 'sessions', exchange, came, due, curl })
  }

  /** Tells a breach with its shortest session, or with how often it shows. */
  async reportShortest(breach: Breach, sent: Sent, session: Session): Promise<void> {
    const client = isTimeout(sent.outcome) ? new Client(this.#client.context, Infinity) : this.#client
    const look: Look = async (tried) => {
      for (const one of await client.play(tried)) {
        const own = this.#oracle.examine(one).breaches.find(({ rule }) => rule === breach.rule)
        if (own !== undefined) return { breach: own, sent: one }
      }
      return undefined
    }
    const [single, ...others] = endingWith(session, sent.step)
    await this.report({ breach, sent, session }, [single, ...others], look, async () => {
      const end = performance.now() + maxMs
      let count = 1
      // It was sent once in its session, and once alone.
      let asked = 2
      for (; asked < 2 + maxRepeats && performance.now() < end; asked += 1)
        if ((await look(single)) !== undefined) count += 1
      const { rule, came, due } = breach
      const told = {
        rule: this.#oracle.ruleOfChange?.(rule) ?? rule,
        came: `${came}, in ${count} of ${asked} responses to the same request`,
        due,
      }
      return { breach: told, sent, session: single, isRepeated: true }
    })
  }

  /**
   * Tells a breach with the shortest session that shows it, of these and of what is left of them, or else in that other way;
   * as it is where that was done often enough, or where there is no time. Where there is no other way, it counts only if it
   * shows again. The other checkers wait meanwhile.
   */
  async report(
    shown: Shown,
    sessions: readonly Session[],
    look: Look,
    otherwise?: () => Promise<Shown>,
  ): Promise<void> {
    const { breach, sent } = shown
    if (!this.isNews(breach.rule, sent.request)) return
    let told = otherwise && shown
    // After so many, the simplest case is not worth the time that finding it takes.
    if (this.#toldOf(breach.rule).length < maxFindings) {
      const tried = await this.tryAgain(async () => [
        (await findShortest(sessions, look)) ?? (await otherwise?.()),
      ])
      // What is printed was seen again just now, or it says that there was no time for that.
      const untried = { ...breach, came: `${breach.came}; there was no time to try it again` }
      told = tried === undefined ? otherwise && { ...shown, breach: untried } : tried[0]
    }
    if (told !== undefined) this.tell(told.breach, told.sent, told.session, told.isRepeated)
  }

  /** Does what plays sessions again, while the other checkers wait. Resolves to undefined where nothing more is sent. */
  tryAgain<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    return this.#client.context.collector.quiet.during(work).catch((error: unknown) => {
      if (error instanceof Over) return undefined
      throw error
    })
  }
}

/**
 * The request alone, then what may show its breach: the session up to it; where requests are simultaneous, also three times
 * with all others before it; and the whole, with what is pipelined behind it or with the pauses within a lone one.
 */
function endingWith(session: Session, step: number): readonly [Session, ...Session[]] {
  const isCrowd = session.some((one) => 'ask' in one && one.wait === false && one.on !== undefined)
  const crowd = [...session.toSpliced(step, 1), ...session.slice(step, step + 1)]
  const own = session.find((one, at): one is Send => at === step && 'ask' in one)
  const several = [session.slice(0, step + 1), ...(isCrowd ? [crowd, crowd, crowd] : [])]
  const isTried = step === session.length - 1 && session.length > 1
  const { on: _on, wait: _wait, withNext: _withNext, pauseMs: _pauseMs, ...single } = own ?? {}
  return [
    'ask' in single ? [single] : session,
    ...several.filter(({ length }) => length > 1),
    ...(isTried ? [] : [session]),
  ]
}
