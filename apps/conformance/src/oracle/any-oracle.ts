/** What the checker of sessions asks of an oracle: that of our own contract, or that of any document. */
import type { Outcome } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'
import type { Analysis } from './analysis.ts'
import type { Examination } from './examination.ts'

/** A request with stand-ins for its tokens, and its outcome. */
export interface WhatCame {
  readonly request: SentRequest
  readonly outcome: Outcome
}

export interface AnyOracle {
  /** Whether sessions may use connections in every way that HTTP allows: pipelined, and opened ahead. */
  readonly isFree: boolean
  /** What is due to a request. */
  analyse(request: SentRequest): Analysis
  /** Compares what came with what was due. */
  examine(what: WhatCame, analysis?: Analysis): Examination
  /** Learns from a response what later ones are compared with. */
  learn?(what: WhatCame): void
  /** The request by itself gets this as well: by this rule, it is not held against it from now on. */
  doubt?(rule: string, what: WhatCame): void
  /** The id of the operation that the request asks for, where there are several. */
  operationOf?(request: SentRequest): string | undefined
  isChecked(rule: string): boolean
  /** Whether a response that breaks this rule can still be compared with others: only its fields are wrong. */
  isAside(rule: string): boolean
}
