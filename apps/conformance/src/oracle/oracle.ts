/** The oracle: what is due to each request, and what its answer shows. It learns from the first answers. */
import { fieldValue, type Outcome, type Secrets } from '@plant-store/raw-http'
import type { Answer, SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import { analyse } from './analyse.ts'
import type { Analysis } from './analysis.ts'
import { inBrief, longBody } from './brief.ts'
import type { Examination } from './examination.ts'
import { examine } from './examine.ts'
import { Knowledge } from './knowledge.ts'
import { listsPlants, type Operation } from './operation.ts'
import { wishOf } from './wish.ts'

/** A request with stand-ins for its tokens, and its outcome. */
export interface WhatCame {
  readonly request: SentRequest
  readonly outcome: Outcome
}

export class Oracle {
  readonly knowledge: Knowledge
  readonly #secrets: Secrets
  /** The analysis of a request is needed at every step of its way. */
  readonly #analyses = new WeakMap<SentRequest, Analysis>()

  constructor(subject: Subject, operations: readonly Operation[], secrets: Secrets) {
    this.knowledge = new Knowledge(subject, operations)
    this.#secrets = secrets
  }

  /** What is due to a request. */
  analyse(request: SentRequest): Analysis {
    const known = this.#analyses.get(request)
    if (known !== undefined) return known
    const analysis = analyse(this.#secrets.revealIn(request), this.knowledge)
    this.#analyses.set(request, analysis)
    return analysis
  }

  /** The request for only a part of the list, where long lists are known to come. */
  brief(request: SentRequest): SentRequest {
    const analysis = this.analyse(request)
    const isLong = analysis.operation !== undefined && this.knowledge.isLong(analysis.operation.path)
    return isLong ? inBrief(request, analysis) : request
  }

  /** Compares what came with what was due. */
  examine({ request, outcome }: WhatCame, analysis = this.analyse(request)): Examination {
    return examine(outcome, { request: this.#secrets.revealIn(request), analysis, knowledge: this.knowledge })
  }

  /** The first answer to a plain request gives the tag that all others must have, the list, and whether it is long. */
  learn({ request, outcome }: WhatCame): void {
    const analysis = this.analyse(request)
    if ('noResponse' in outcome || outcome.status !== 200 || !isOwed(analysis)) return
    const isPlain = request.fields.every(([name]) => plainFields.has(name.toLowerCase()))
    const wish = wishOf(request, outcome, analysis)
    const tag = fieldValue(outcome, 'ETag')
    if (tag !== undefined && (isPlain || wish !== '')) this.knowledge.learnTag(analysis, tag, wish)
    const modified = fieldValue(outcome, 'Last-Modified')
    if (modified !== undefined) this.knowledge.learnModified(analysis, modified)
    if (isPlain) this.#learnList(analysis, outcome)
  }

  #learnList({ operation, caller, numbers }: Analysis, answer: Answer): void {
    if (operation === undefined) return
    if (answer.body.length > longBody) this.knowledge.learnLong(operation.path)
    // If the plants of a caller are not known, the first list gives them.
    const isWhole = listsPlants(operation) && Object.keys(numbers).length === 0
    if (caller !== undefined && isWhole) this.knowledge.learnPlants(caller, answer)
  }
}

/** Whether the request is due a list. */
const isOwed = ({ operation, faults, isHead, isOpen }: Analysis): boolean =>
  operation !== undefined && faults.length === 0 && !isHead && !isOpen

const plainFields = new Set(['host', 'accept', 'authorization', 'connection', 'x-request-id'])
