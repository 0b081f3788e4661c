/** The oracle: what is due to each request, and what its response shows. It learns from the first responses. */
import { fieldValue, type Secrets, withQuery } from '@plant-store/raw-http'
import type { RawResponse, SentRequest } from '../../src/exchange.ts'
import { ruleById } from '../rules.ts'
import type { Subject } from '../../src/subject.ts'
import type { AnyOracle, WhatCame } from '../../src/oracle/any-oracle.ts'
import { analyse } from './analyse.ts'
import type { Analysis } from '../../src/oracle/analysis.ts'
import type { Examination } from '../../src/oracle/examination.ts'
import { examine } from './examine.ts'
import { Knowledge } from './knowledge.ts'
import { representationKey } from './representation.ts'

export class Oracle implements AnyOracle {
  readonly knowledge: Knowledge
  readonly #secrets: Secrets
  /** The analysis of a request is needed at every step of its way. */
  readonly #analyses = new WeakMap<SentRequest, Analysis>()

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

  /** What is due to a request. */
  analyse(request: SentRequest): Analysis {
    const known = this.#analyses.get(request)
    if (known !== undefined) return known
    const analysis = analyse(this.#secrets.revealIn(request), this.knowledge)
    this.#analyses.set(request, analysis)
    return analysis
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
  examine({ request, outcome }: WhatCame, analysis = this.analyse(request)): Examination {
    return examine(outcome, { request: this.#secrets.revealIn(request), analysis, knowledge: this.knowledge })
  }

  /** The first response to a plain request gives the tag that all others must have, the list, and whether it is long. */
  learn({ request, outcome }: WhatCame): void {
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

  #learnList({ caller, limit }: Analysis, response: RawResponse): void {
    this.knowledge.hasLong ||= response.body.length > longBody
    // If the plants of a caller are not known, the first list gives them.
    if (caller !== undefined && limit === undefined) this.knowledge.learnPlants(caller, response)
  }
}

const fieldRules = new Set(['request-id-sent', 'request-id-kept', 'declared-headers-sent', 'no-banner'])

const hasNoList = ({ isList, faults, isHead }: Analysis): boolean =>
  isList !== true || faults.length > 0 || isHead

const plainFields = new Set(['host', 'accept', 'authorization', 'connection', 'x-request-id'])

/** A list with more bytes than this is long. Reading a megabyte takes as long as reading a hundred usual responses. */
export const longBody = 50_000

/** Enough items to tell one list from another. */
const few = 20
