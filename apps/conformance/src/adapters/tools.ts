/** Third-party tools: whatever they object to is a finding, whether or not we read the contract as they do. */
import { curlFor } from '@plant-store/raw-http'
import type { CompletedExchange, Exchange, SentRequest } from '../exchange.ts'
import type { Rule } from '../rules/rules.ts'
import type { Collector } from '../run/checker.ts'
import type { Subject } from '../subject.ts'

/** What schemathesis objects to, where no other rule is about it. */
export const otherRule: Rule = {
  id: 'schemathesis',
  sentence: 'schemathesis objects to nothing else.',
  origin: 'given',
  layer: 'document',
  pointer: '',
  part: 'schemathesis',
  kind: 'owed',
  needs: 'nothing',
}

/** A rule that a response breaks by what a tool says of it; `due`: by default the rule's sentence. */
export interface Objection {
  readonly rule: string
  readonly came: string
  readonly due?: string
}

/** What a contract says to tools beyond its document. */
export interface ToolProfile {
  readonly rules: readonly Rule[]
  /** Whether a service has to refuse what the document does not declare, by whatever method. */
  readonly refusesUndeclared: boolean
  /** Whether the contract says what is due. */
  readonly isSpokenOf: (request: SentRequest, subject: Subject) => boolean
  /** What a failed check of schemathesis shows, with its words: nothing where the tool is known to be wrong. */
  readonly objectionsTo: (
    exchange: CompletedExchange,
    check: string,
    words: string,
    subject: Subject,
  ) => readonly Objection[]
}

/** Reports a finding of a tool. */
export type Reporter = (objection: Objection, exchange: Exchange | SentRequest) => void

export function reporterOf(
  tool: 'schemathesis' | 'prism',
  subject: Subject,
  collector: Collector,
  rules: readonly Rule[],
): Reporter {
  const sentences = new Map(rules.map(({ id, sentence }) => [id, sentence]))
  const toLine = curlFor(subject)
  return ({ rule, came, due = sentences.get(rule) ?? '' }, exchange) => {
    const isSeen = 'request' in exchange
    const curl = toLine(isSeen ? exchange.request : exchange)
    collector.broken({ rule, checker: tool, ...(isSeen && { exchange }), came, due, curl })
  }
}
