/** What a contract says to tools beyond its document, which is all that they know. */
import type { CompletedExchange, SentRequest } from '../exchange.ts'
import type { Rule } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import type { Suppression } from './suppressions.ts'

/** A rule, and what came where we see it broken, too: then it has the same cause as our own finding. */
export interface Broken {
  readonly rule: string
  readonly came?: string
}

/** The part of a response that a tool objects to. */
export type Part = 'type' | 'headers' | 'body'

export interface ToolProfile {
  readonly rules: readonly Rule[]
  /** Where tools are wrong about this contract. */
  readonly suppressions: readonly Suppression[]
  /** Whether a service has to refuse what the document does not declare, by whatever method. */
  readonly refusesUndeclared: boolean
  /** Whether the contract says what is due. */
  readonly isSpokenOf: (request: SentRequest, subject: Subject) => boolean
  /** The rules that the part of the response breaks, never none. */
  readonly rulesOfContent: (part: Part, exchange: CompletedExchange, subject: Subject) => readonly Broken[]
  /** The rule that a failed check of schemathesis is about, where it is not about the content of the response. */
  readonly ruleOfRequest: (check: string, exchange: CompletedExchange, subject: Subject) => string
}
