/** The oracle: what is due to each request, and what its response shows. It learns from the first responses. */
import { fieldValue, type Outcome, type Secrets, withQuery } from '@plant-store/raw-http'
import { type RawResponse, type SentRequest, statusOf } from '../../src/exchange.ts'
import { ruleById } from '../rules.ts'
import type { Subject } from '../../src/subject.ts'
import type { AnyOracle, Examination, WhatCame } from '../../src/oracle/any-oracle.ts'
import { analyse } from './analyse.ts'
import type { PlantFault, PlantAnalysis } from './analysis.ts'
import { examine } from './examine.ts'
import { Knowledge } from './knowledge.ts'
import { representationKey } from './representation.ts'

export class Oracle implements AnyOracle {
  readonly knowledge: Knowledge
  readonly #secrets: Secrets
  /** The analysis of a request is needed at every step of its way. */
  readonly #analyses = new WeakMap<SentRequest, PlantAnalysis>()

  constructor(subject: Subject, secrets: Secrets) {
    this.knowledge = new Knowledge(subject)
    this.#secrets = secrets
  }

  /** The given contract speaks neither of pipelining nor of connections opened ahead. */
  get isFree(): boolean {
    return this.knowledge.only === 'all'
  }

  isChecked(rule: string): boolean {
    return this.isFree || ruleById(rule).origin === 'given'
  }

  isAside(rule: string): boolean {
    return ruleById(rule).pointer.startsWith('/components/headers/') || fieldRules.has(rule)
  }

  /** Whether the request is refused just as others were that share one of its unusual forms: the rest of it is not the cause. */
  isExplained(
    rule: string,
    { request, outcome }: WhatCame,
    isTold: (rule: string, status: number) => boolean,
  ): boolean {
    const { faults, grounds } = this.analyse(request)
    const status = statusOf(outcome) ?? 0
    const ofStatus = ['answers-right-requests', ...grounds, ...faults.map(({ statusRule }) => statusRule)]
    return (
      status >= 400 && ofStatus.includes(rule) && grounds.some((one) => one !== rule && isTold(one, status))
    )
  }

  /** Who gets what is not theirs, even once, gets it: that is reported as what it is. */
  ruleOfChange(rule: string): string {
    const changing = 'equal-requests-equal-answers'
    return ofAccess.has(rule) || !this.isChecked(changing) ? rule : changing
  }

  /** What is due to a request. */
  analyse(request: SentRequest): PlantAnalysis {
    const known = this.#analyses.get(request)
    if (known !== undefined) return known
    const analysis = analyse(this.#secrets.revealIn(request), this.knowledge)
    this.#analyses.set(request, analysis)
    return analysis
  }

  /** From now on, this alone is wrong with the request. */
  blame(request: SentRequest, fault: PlantFault): void {
    this.#analyses.set(request, { ...this.analyse(request), faults: [fault] })
  }

  /** The request with a small limit where long lists are known to come; unchanged if it has one or gets no list. */
  withSmallLimit(request: SentRequest): SentRequest {
    const analysis = this.analyse(request)
    const isLong = this.knowledge.hasLong && !hasNoList(analysis)
    return !isLong || analysis.limit !== undefined || request.bytes !== undefined
      ? request
      : { ...request, target: withQuery(request.target, [`limit=${few}`]) }
  }

  /** Compares what came with what was due. */
  examine({ request, outcome }: WhatCame): Examination {
    const context = { analysis: this.analyse(request), knowledge: this.knowledge }
    const seen = examine(outcome, { request: this.#secrets.revealIn(request), ...context })
    this.#learn(request, outcome)
    return seen
  }

  /** The first response to a plain request gives the tag that all others must have, the list, and whether it is long. */
  #learn(request: SentRequest, outcome: Outcome): void {
    const analysis = this.analyse(request)
    if ('noResponse' in outcome || outcome.status !== 200 || hasNoList(analysis) || analysis.isOpen) return
    const isPlain = request.fields.every(([name]) => plainFields.has(name.toLowerCase()))
    const key = representationKey(request, outcome, analysis)
    const tag = fieldValue(outcome, 'ETag')
    if (tag !== undefined && (isPlain || key !== '')) this.knowledge.learnTag(analysis, tag, key)
    const modified = fieldValue(outcome, 'Last-Modified')
    if (modified !== undefined) this.knowledge.learnModified(analysis, modified)
    if (isPlain) this.#learnList(analysis, outcome)
  }

  #learnList({ caller, limit }: PlantAnalysis, response: RawResponse): void {
    this.knowledge.hasLong ||= response.body.length > longBody
    // If the plants of a caller are not known, the first list gives them.
    if (caller !== undefined && limit === undefined) this.knowledge.learnPlants(caller, response)
  }
}

const ofAccess = new Set(['sees-own-plants-only', 'token-required'])

const fieldRules = new Set(['request-id-sent', 'request-id-kept', 'declared-headers-sent', 'no-banner'])

const hasNoList = ({ isList, faults, isHead }: PlantAnalysis): boolean =>
  isList !== true || faults.length > 0 || isHead

const plainFields = new Set(['host', 'accept', 'authorization', 'connection', 'x-request-id'])

/** A list with more bytes than this is long. Reading a megabyte takes as long as reading a hundred usual responses. */
export const longBody = 50_000

/** Enough items to tell one list from another. */
const few = 20
