/** A request as it was sent, what is due to it, and what is known. */
import type { SentRequest } from '../exchange.ts'
import type { Knowledge } from './knowledge.ts'
import type { Analysis } from './analysis.ts'

export interface Case {
  readonly request: SentRequest
  readonly analysis: Analysis
  readonly knowledge: Knowledge
}
