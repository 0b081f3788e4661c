/** Tells the court of each breach, with what shows it, and no more often than is useful. */
import { type Outcome, repeatedly, type Session, toReplay } from '@plant-store/raw-http'
import type { Court } from '../court/judge.ts'
import type { Sent } from './sent.ts'
import type { Analysis } from '../oracle/analysis.ts'
import type { Breach } from '../oracle/examination.ts'
import { ruleById } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import type { Client } from './client.ts'
import { GaveUp } from './gave-up.ts'
import { findShortest } from './shrink.ts'
import { TimeUp } from './time-up.ts'

/** Further findings of the same rule tell nothing new. */
const maxFindings = 4

/** In how many of the answers to equal requests something showed. */
export interface HowOften {
  readonly shown: number
  readonly asked: number
}

/** The rule that is broken when the same request is not always answered in the same way. */
export const changing = 'equal-requests-equal-answers'

/** Whether the error says that nothing more is sent. */
const isOver = (error: unknown): boolean => error instanceof TimeUp || error instanceof GaveUp

export class Findings {
  readonly #subject: Subject
  readonly #court: Court
  readonly #client: Client
  readonly #told = new Map<string, number>()
  /** The statuses with which each rule was seen broken. */
  readonly #statuses = new Map<string, Set<number>>()

  constructor(subject: Subject, court: Court, client: Client) {
    this.#subject = subject
    this.#court = court
    this.#client = client
  }

  /** Whether this check judges the rule. */
  isJudged(rule: string): boolean {
    return this.#subject.only === 'all' || ruleById(rule).origin === 'given'
  }

  /** Whether the court was told of a breach of the rule. */
  isTold(rule: string): boolean {
    return this.#told.has(rule)
  }

  /** Whether a finding of the rule would tell anything new. */
  isNews(rule: string): boolean {
    return this.isJudged(rule) && (this.#told.get(rule) ?? 0) < maxFindings
  }

  /**
   * Whether a request is refused just as others were that share one of its unusual forms: the court was told of those,
   * and the rest of this request is not the cause.
   */
  isExplained(rule: string, { faults, grounds }: Analysis, outcome: Outcome): boolean {
    const ofStatus = ['answers-right-requests', ...grounds, ...faults.map(({ statusRule }) => statusRule)]
    return (
      ofStatus.includes(rule) &&
      'status' in outcome &&
      outcome.status >= 400 &&
      grounds.some((ground) => ground !== rule && this.#statuses.get(ground)?.has(outcome.status) === true)
    )
  }

  /** `session` shows the breach. */
  tell(breach: Breach, sent: Sent, session: Session): void {
    this.#tell(breach, sent, () => this.#replay(session))
  }

  /** Tells a breach with its shortest session, or with how often it shows; as it is where there is no time to try. */
  async tellShortest(breach: Breach, sent: Sent, session: Session): Promise<void> {
    if (!this.isNews(breach.rule)) return
    try {
      const found = await findShortest({ breach, sent, session }, this.#client)
      if (found.howOften === undefined) this.tell(found.breach, found.sent, found.session)
      else this.#tellOfChange(found.breach, found.sent, found.session, found.howOften)
    } catch (error) {
      if (!isOver(error)) throw error
      this.tell(breach, sent, session)
    }
  }

  /** Resolves to what came, or to undefined where there is no time to try. */
  async tryAgain(session: Session): Promise<readonly Sent[] | undefined> {
    try {
      return await this.#client.play(session)
    } catch (error) {
      if (!isOver(error)) throw error
      return undefined
    }
  }

  /** Tells of a breach that did not show every time the same was asked again. */
  #tellOfChange({ rule, came, due }: Breach, sent: Sent, session: Session, { shown, asked }: HowOften): void {
    const breach = {
      rule: this.isJudged(changing) ? changing : rule,
      came: `${came}, in ${shown} of ${asked} answers to the same request`,
      due,
    }
    this.#tell(breach, sent, () => repeatedly(this.#replay(session)))
  }

  /** Tells of a breach that shows when the same request is sent again and again. */
  tellOfRepetition(breach: Breach, sent: Sent): void {
    this.#tell(breach, sent, () => repeatedly(this.#replay([{ ask: { request: sent.request } }])))
  }

  #replay(session: Session): string {
    return toReplay(session, { url: this.#subject.url, secrets: this.#client.secrets })
  }

  #tell({ rule, came, due }: Breach, { exchange }: Sent, replay: () => string): void {
    if (!this.isNews(rule)) return
    this.#told.set(rule, (this.#told.get(rule) ?? 0) + 1)
    if ('status' in exchange.answer) {
      this.#statuses.set(rule, (this.#statuses.get(rule) ?? new Set()).add(exchange.answer.status))
    }
    this.#court.broken({ rule, judge: 'sessions', exchange, came, due, curl: replay() })
  }
}
