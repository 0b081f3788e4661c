/** What laws work with: ask the service, see every answer judged, tell the court. */
import type { SentRequest } from '../exchange.ts'
import { type Court, JudgeFailure } from '../court/judge.ts'
import type { Subject } from '../subject.ts'
import type { Breach } from './answers/examination.ts'
import { askAgain } from './ask-again.ts'
import { inBrief } from './brief.ts'
import { Expectations } from './expectations.ts'
import { changing, Findings } from './findings.ts'
import { Knowledge } from './knowledge.ts'
import { Messenger, type Waiting } from './messenger.ts'
import type { Analysis } from './oracle/analysis.ts'
import { requestWriter, type WriteRequest } from './request.ts'
import { Secrets, type Token } from './secrets.ts'
import type { Sent } from './sent.ts'

/** Somebody with a good token. */
export interface Party {
  readonly index: number
  readonly token: Token
}

/** How a request is put, and what is due where the contract's general words don't tell. */
export interface Asking extends Pick<Waiting, 'isSeenToEnd'> {
  readonly analysis?: Analysis
}

/** What one request showed, before anybody is told. */
export interface Look {
  readonly sent: Sent
  readonly breaches: readonly Breach[]
  readonly asking: Asking
}

export class Probe {
  readonly subject: Subject
  readonly court: Court
  readonly knowledge: Knowledge
  readonly secrets: Secrets
  readonly findings: Findings
  readonly messenger: Messenger
  readonly parties: readonly Party[]
  readonly write: WriteRequest
  readonly #expectations: Expectations

  constructor(subject: Subject, court: Court, operations: Knowledge['operations']) {
    this.subject = subject
    this.court = court
    this.knowledge = new Knowledge(subject, operations)
    this.secrets = new Secrets(subject)
    this.#expectations = new Expectations(this.knowledge, this.secrets)
    this.findings = new Findings(subject, court, this.secrets)
    this.messenger = new Messenger({
      url: subject.url,
      court,
      secrets: this.secrets,
      analyse: (request) => (request.octets === undefined ? this.analyse(request) : { owed: 'an answer' }),
    })
    this.parties = this.secrets.callers.map((token, index) => ({ index, token }))
    this.write = requestWriter(new URL(subject.url).host, this.secrets)
  }

  /** What is due to a request. */
  analyse(request: SentRequest): Analysis {
    return this.#expectations.analyse(request)
  }

  /** Asks, judges, and tells the court. */
  async ask(request: SentRequest, asking: Asking = {}): Promise<Sent> {
    const look = await this.look(request, asking)
    await this.tell(look)
    return look.sent
  }

  /** Asks and judges; nothing is told of what is broken. */
  async look(request: SentRequest, asking: Asking = {}): Promise<Look> {
    const sent = await this.messenger.send(request, this.#waiting(request, asking))
    return { sent, breaches: this.judge(sent, asking.analysis), asking }
  }

  /**
   * Tells the court what is broken, as far as that is news. It is asked for again, alone: what does not show again is told
   * with how often it showed.
   */
  async tell({ sent, breaches, asking }: Look): Promise<void> {
    const news = breaches.filter(({ rule }) => this.findings.isNews(rule))
    if (news.length === 0) return
    const send = (): Promise<Sent> =>
      this.messenger.sendAlone(sent.request, this.#waiting(sent.request, asking))
    const isSteady = ({ rule }: Breach, one: Sent): boolean =>
      rule === changing || this.breaks(rule, one, asking.analysis)
    // Nobody waits again for what did not come.
    const again =
      'silence' in sent.outcome
        ? []
        : await askAgain(send, (one) => news.every((breach) => isSteady(breach, one)))
    for (const breach of news) {
      const shown = again.filter((one) => this.breaks(breach.rule, one, asking.analysis)).length
      if (breach.rule !== changing && shown === again.length) this.findings.tell(breach, sent)
      else this.findings.tellOfChange(breach, sent, { shown: shown + 1, asked: again.length + 1 })
    }
  }

  /** Asks all, as many at a time as there are connections. */
  askAll(requests: readonly SentRequest[], asking: Asking = {}): Promise<readonly Sent[]> {
    return Promise.all(requests.map((request) => this.ask(request, asking)))
  }

  /** The same for a part of each long list, where the answer does not depend on how much is asked for. */
  askBriefly(requests: readonly SentRequest[]): Promise<readonly Sent[]> {
    return this.askAll(requests.map((request) => this.brief(request)))
  }

  /** The request for a part of the list, where it is a long one. */
  brief(request: SentRequest): SentRequest {
    const analysis = this.analyse(request)
    const { operation } = analysis
    const isLong = operation !== undefined && this.knowledge.isLong(operation.path)
    return isLong ? inBrief(request, analysis) : request
  }

  /**
   * Tells of a request that was given up, unless the court has heard of such a one. Throws a `JudgeFailure` where no
   * answer was owed: what was not asked any more is no pass.
   */
  tellOfSilence(sent: Sent): void {
    const [breach] = this.judge(sent)
    if (breach === undefined) {
      throw new JudgeFailure('The service stopped answering requests that the contract does not speak of.')
    }
    if (!this.findings.isTold(breach.rule)) this.findings.tell(breach, sent)
  }

  /** Judges what came, tells the court what is kept, and returns what is broken. */
  judge(sent: Sent, analysis?: Analysis): readonly Breach[] {
    const seen = this.#expectations.examine(sent, analysis)
    this.#expectations.learn(sent)
    for (const rule of seen.keptRules) {
      this.court.kept(rule, sent.exchange)
    }
    for (const rule of seen.refused) {
      this.court.refused(rule, sent.exchange)
    }
    return seen.breaches.filter(({ rule }) => this.findings.isJudged(rule))
  }

  /** Whether what came breaks the rule. */
  breaks(rule: string, sent: Sent, analysis?: Analysis): boolean {
    return this.#expectations.examine(sent, analysis).breaches.some((breach) => breach.rule === rule)
  }

  /** The rule was seen kept. */
  keep(rule: string, { exchange }: Sent): void {
    this.court.kept(rule, exchange)
  }

  #waiting(request: SentRequest, { isSeenToEnd = false, analysis }: Asking = {}): Waiting {
    return { isSeenToEnd, owed: (analysis ?? this.analyse(request)).owed }
  }
}
