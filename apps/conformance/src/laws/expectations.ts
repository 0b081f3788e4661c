/** What is due to requests, and what is learnt from the first answers about those that come later. */
import type { SentRequest } from '../exchange.ts'
import { fieldValue } from '../content.ts'
import type { Examination } from './answers/examination.ts'
import { longBody } from './brief.ts'
import { examine } from './examine.ts'
import type { Knowledge } from './knowledge.ts'
import { analyse } from './oracle/analyse.ts'
import type { Analysis } from './oracle/analysis.ts'
import { rewriteRequest } from './request.ts'
import type { Secrets } from './secrets.ts'
import type { Sent } from './sent.ts'

export class Expectations {
  readonly #knowledge: Knowledge
  readonly #secrets: Secrets
  /** A request is looked at on every step of its way. */
  readonly #analyses = new WeakMap<SentRequest, Analysis>()

  constructor(knowledge: Knowledge, secrets: Secrets) {
    this.#knowledge = knowledge
    this.#secrets = secrets
  }

  /** What is due to a request. */
  analyse(request: SentRequest): Analysis {
    const known = this.#analyses.get(request)
    if (known !== undefined) return known
    const analysis = analyse(this.#reveal(request), this.#knowledge)
    this.#analyses.set(request, analysis)
    return analysis
  }

  /** Holds what came against what was due. */
  examine({ request, outcome }: Sent, analysis = this.analyse(request)): Examination {
    return examine(outcome, { request: this.#reveal(request), analysis, knowledge: this.#knowledge })
  }

  /** The first answer to a plain request tells the tag that all others are owed, and whether a list is long. */
  learn({ request, outcome }: Sent): void {
    const isPlain = request.fields.every(([name]) => plainFields.has(name.toLowerCase()))
    const { operation, caller, faults, isHead, isOpen } = this.analyse(request)
    const isRight = operation !== undefined && faults.length === 0 && !isHead && !isOpen
    if (!isPlain || !isRight || 'silence' in outcome || outcome.status !== 200) return
    const tag = fieldValue(outcome, 'ETag')
    if (tag !== undefined && caller !== undefined) {
      this.#knowledge.learnTag(caller, this.#secrets.reveal(request.target), tag)
    }
    if (outcome.body.length > longBody) this.#knowledge.learnLong(operation.path)
  }

  #reveal(request: SentRequest): SentRequest {
    return rewriteRequest(request, (text) => this.#secrets.reveal(text))
  }
}

const plainFields = new Set(['host', 'accept', 'authorization', 'connection', 'x-request-id'])
