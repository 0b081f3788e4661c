/** Tells the collector of each breach, with what shows it, and no more often than is useful. */
import { type Outcome, repeatedly, type Session, toReplay } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import type { Collector } from '../../run/checker.ts'
import type { Analysis } from '../../oracle/analysis.ts'
import type { Breach } from '../../oracle/examination.ts'
import type { Client } from '../client/client.ts'
import { unlessOver } from '../client/over.ts'
import type { Sent } from '../client/sent.ts'
import { findShortest, type Shortest } from './shrink.ts'

/** Further findings of the same rule tell nothing new, but for operations that have none yet. */
const maxFindings = 4

/** The rule that is broken when the same request is not always answered in the same way. */
const changing = 'equal-requests-equal-answers'

/** Who gets what is not theirs, even once, gets it: these are reported as what they are. */
const ofAccess: ReadonlySet<string> = new Set(['sees-own-plants-only', 'token-required'])

export class Findings {
  readonly #collector: Collector
  readonly #client: Client
  readonly #told = new Map<string, number>()
  /** The operations for which each rule was seen broken. */
  readonly #operations = new Map<string, Set<string | undefined>>()
  /** The statuses with which each rule was seen broken. */
  readonly #statuses = new Map<string, Set<number>>()

  constructor(collector: Collector, client: Client) {
    this.#collector = collector
    this.#client = client
  }

  /** Whether this check checks the rule. */
  isChecked(rule: string): boolean {
    return this.#client.context.oracle.isChecked(rule)
  }

  /** Whether the collector was told of a breach of the rule. */
  isTold(rule: string): boolean {
    return this.#told.has(rule)
  }

  /** Whether a finding of the rule would tell anything new. */
  isNews(rule: string, request: SentRequest): boolean {
    if (!this.isChecked(rule)) return false
    const operation = this.#client.context.oracle.operationOf?.(request)
    const isElsewhere = operation !== undefined && this.#operations.get(rule)?.has(operation) !== true
    return isElsewhere || this.isFew(rule)
  }

  /** Whether the collector was told of it seldom enough for it to be worth the time that finding the simplest case takes. */
  isFew(rule: string): boolean {
    return (this.#told.get(rule) ?? 0) < maxFindings
  }

  /**
   * Whether a request is refused just as others were that share one of its unusual forms: the collector was told of
   * those, and the rest of this request is not the cause.
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

  /** `session` shows the breach: by itself, or if it is repeated again and again. */
  tell({ rule, came, due }: Breach, sent: Sent, session: Session, isRepeated = false): void {
    const { exchange, request } = sent
    if (!this.isNews(rule, request)) return
    this.#told.set(rule, (this.#told.get(rule) ?? 0) + 1)
    const operation = this.#client.context.oracle.operationOf?.(request)
    this.#operations.set(rule, (this.#operations.get(rule) ?? new Set()).add(operation))
    if ('status' in exchange.response) {
      this.#statuses.set(rule, (this.#statuses.get(rule) ?? new Set()).add(exchange.response.status))
    }
    const line = toReplay(session, this.#client.context)
    const curl = isRepeated ? repeatedly(line) : line
    this.#collector.broken({ rule, checker: 'sessions', exchange, came, due, curl })
  }

  /** Tells a breach with its shortest session, or with how often it shows; as it is where there is no time to try. */
  async reportShortest(breach: Breach, sent: Sent, session: Session): Promise<void> {
    if (!this.isNews(breach.rule, sent.request)) return
    // What is shown first was tried again already.
    if (!this.isFew(breach.rule)) {
      this.tell(breach, sent, session)
      return
    }
    const asItIs: Shortest = { breach, sent, session }
    // What is printed was seen again just now, or it says that there was no time for that.
    const untried = { ...breach, came: `${breach.came}; there was no time to try it again` }
    const found = (await this.tryAgain(() => findShortest(asItIs, this.#client))) ?? {
      ...asItIs,
      breach: untried,
    }
    if (found.howOften === undefined) {
      this.tell(found.breach, found.sent, found.session)
      return
    }
    const { rule, came, due } = found.breach
    const { shown, asked } = found.howOften
    const told = {
      rule: ofAccess.has(rule) || !this.isChecked(changing) ? rule : changing,
      came: `${came}, in ${shown} of ${asked} responses to the same request`,
      due,
    }
    this.tell(told, found.sent, found.session, true)
  }

  /** Does what plays sessions again, while the other checkers wait. Resolves to undefined where nothing more is sent. */
  tryAgain<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    return unlessOver(this.#collector.quiet.during(work))
  }
}
