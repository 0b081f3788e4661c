/** What is told to the court: each breach with the line that shows it, and of none more than is of use. */
import type { SentRequest } from '../exchange.ts'
import type { Court } from '../court/judge.ts'
import { ruleById } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import type { Breach } from './answers/examination.ts'
import type { Sent } from './sent.ts'
import { repeatedly } from './repeatedly.ts'
import type { Secrets } from './secrets.ts'
import { toCurl } from './to-curl.ts'

/** Findings of one rule beyond these tell nothing new. */
const maxFindings = 4

/** In how many of the answers to equal requests something showed. */
export interface HowOften {
  readonly shown: number
  readonly asked: number
}

/** The rule that is broken when the same request is answered now this way, now that way. */
export const changing = 'equal-requests-equal-answers'

export class Findings {
  readonly #subject: Subject
  readonly #court: Court
  readonly #secrets: Secrets
  readonly #told = new Map<string, number>()

  constructor(subject: Subject, court: Court, secrets: Secrets) {
    this.#subject = subject
    this.#court = court
    this.#secrets = secrets
  }

  /** Whether the rule counts here. */
  isJudged(rule: string): boolean {
    return this.#subject.only === 'all' || ruleById(rule).origin === 'given'
  }

  /** Whether the court has heard of the rule. */
  isTold(rule: string): boolean {
    return this.#told.has(rule)
  }

  /** Whether a finding of the rule would tell anything new. */
  isNews(rule: string): boolean {
    return this.isJudged(rule) && (this.#told.get(rule) ?? 0) < maxFindings
  }

  /** `requests` repeat it, on one connection where there are several. */
  tell(breach: Breach, sent: Sent, requests: readonly SentRequest[] = [sent.request]): void {
    this.tellWith(breach, sent, this.curl(requests))
  }

  /** What did not show each time when the same was asked again. */
  tellOfChange({ rule, came, due }: Breach, sent: Sent, { shown, asked }: HowOften): void {
    const breach = {
      rule: this.isJudged(changing) ? changing : rule,
      came: `${came}, in ${shown} of ${asked} answers to the same request`,
      due,
    }
    this.tellWith(breach, sent, repeatedly(this.curl([sent.request])))
  }

  /** With the line that shows it. */
  tellWith({ rule, came, due }: Breach, { exchange }: Sent, curl: string): void {
    if (this.isNews(rule)) {
      this.#told.set(rule, (this.#told.get(rule) ?? 0) + 1)
      this.#court.broken({ rule, judge: 'laws', exchange, came, due, curl })
    }
  }

  /** A line that repeats the requests. */
  curl(requests: readonly SentRequest[]): string {
    return toCurl(requests, { url: this.#subject.url, secrets: this.#secrets })
  }
}
