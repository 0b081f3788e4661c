/** What laws work with: ask the service, see every answer judged, tell the court. */
import type { SentRequest } from '../exchange.ts'
import { type Court, JudgeFailure } from '../court/judge.ts'
import type { Subject } from '../subject.ts'
import type { Breach, Examination } from './answers/examination.ts'
import { fieldValue } from '../content.ts'
import { inBrief, longBody } from './brief.ts'
import { examine } from './examine.ts'
import { changing, Findings } from './findings.ts'
import { Knowledge } from './knowledge.ts'
import { Messenger, type Sent, type Waiting } from './messenger.ts'
import { analyse } from './oracle/analyse.ts'
import type { Analysis } from './oracle/analysis.ts'
import { requestWriter, rewriteRequest, type WriteRequest } from './request.ts'
import { Secrets, type Token } from './secrets.ts'

/** Somebody with a good token. */
export interface Party {
  readonly index: number
  readonly token: Token
}

/** How a request is put, and what is due where the contract's general words don't tell. */
export interface Asking extends Pick<Waiting, 'isSeenToEnd'> {
  readonly analysis?: Analysis
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
  /** A request is looked at on every step of its way. */
  readonly #analyses = new WeakMap<SentRequest, Analysis>()

  constructor(subject: Subject, court: Court, operations: Knowledge['operations']) {
    this.subject = subject
    this.court = court
    this.knowledge = new Knowledge(subject, operations)
    this.secrets = new Secrets(subject)
    this.findings = new Findings(subject, court, this.secrets)
    this.messenger = new Messenger({
      url: subject.url,
      court,
      secrets: this.secrets,
      callerOf: (request) => (request.octets === undefined ? this.analyse(request).caller : undefined),
    })
    this.parties = this.secrets.callers.map((token, index) => ({ index, token }))
    this.write = requestWriter(new URL(subject.url).host, this.secrets)
  }

  /** What is due to a request. */
  analyse(request: SentRequest): Analysis {
    const known = this.#analyses.get(request)
    if (known !== undefined) return known
    const analysis = analyse(this.#reveal(request), this.knowledge)
    this.#analyses.set(request, analysis)
    return analysis
  }

  /** Asks, judges, and tells the court. */
  async ask(request: SentRequest, asking: Asking = {}): Promise<Sent> {
    const sent = await this.messenger.send(request, this.#waiting(request, asking))
    const breaches = this.judge(sent, asking.analysis).filter(({ rule }) => this.findings.isNews(rule))
    if (breaches.length > 0) {
      await this.#confirm(sent, breaches, asking)
    }
    return sent
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

  /** Whether what came is right; nothing is told of what is not. What was told already counts for right. */
  async isRight(request: SentRequest): Promise<boolean> {
    const sent = await this.messenger.send(request, this.#waiting(request))
    return this.judge(sent).every(({ rule }) => this.findings.isTold(rule))
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
    const seen = this.#examine(sent, analysis)
    this.#learn(sent)
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
    return this.#examine(sent, analysis).breaches.some((breach) => breach.rule === rule)
  }

  /** The rule was seen kept. */
  keep(rule: string, { exchange }: Sent): void {
    this.court.kept(rule, exchange)
  }

  #waiting(request: SentRequest, { isSeenToEnd = false, analysis }: Asking = {}): Waiting {
    return { isSeenToEnd, owed: (analysis ?? this.analyse(request)).owed }
  }

  #examine({ request, outcome }: Sent, analysis = this.analyse(request)): Examination {
    return examine(outcome, { request: this.#reveal(request), analysis, knowledge: this.knowledge })
  }

  #reveal(request: SentRequest): SentRequest {
    return rewriteRequest(request, (text) => this.secrets.reveal(text))
  }

  /** The first answer to a plain request tells the tag that all others are owed, and whether a list is long. */
  #learn({ request, outcome }: Sent): void {
    const isPlain = request.fields.every(([name]) => plainFields.has(name.toLowerCase()))
    const { operation, caller, faults, isHead, isOpen } = this.analyse(request)
    const isRight = operation !== undefined && faults.length === 0 && !isHead && !isOpen
    if (!isPlain || !isRight || 'silence' in outcome || outcome.status !== 200) {
      return
    }
    const tag = fieldValue(outcome, 'ETag')
    if (tag !== undefined && caller !== undefined) {
      this.knowledge.learnTag(caller, this.secrets.reveal(request.target), tag)
    }
    if (outcome.body.length > longBody) {
      this.knowledge.learnLong(operation.path)
    }
  }

  /** What does not show again when it is asked again, alone, is another fault. */
  async #confirm(sent: Sent, breaches: readonly Breach[], asking: Asking): Promise<void> {
    // Nobody waits again for what did not come.
    const again =
      'silence' in sent.outcome
        ? sent
        : await this.messenger.sendAlone(sent.request, this.#waiting(sent.request, asking))
    for (const breach of breaches) {
      if (breach.rule !== changing && this.breaks(breach.rule, again, asking.analysis)) {
        this.findings.tell(breach, sent)
      } else {
        this.findings.tellOfChange(breach, sent)
      }
    }
  }
}

const plainFields = new Set(['host', 'accept', 'authorization', 'connection', 'x-request-id'])
