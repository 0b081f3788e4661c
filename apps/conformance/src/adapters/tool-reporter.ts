/** Third-party tools: every objection of theirs is a finding, unless the table of suppressions covers it. */
import { curlFor } from '@plant-store/raw-http'
import type { Collector } from '../run/checker.ts'
import type { CompletedExchange, Exchange, SentRequest } from '../exchange.ts'
import type { Rule } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'
import { type Suppression, isSuppressed, type Statement } from './suppressions.ts'

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

/** Reports what one tool objects to. */
export interface ToolReporter {
  /** Reports a finding, unless a suppression covers the statement. Returns whether it did. */
  says(statement: Omit<Statement, 'tool'>): boolean
  /** Reports a finding to which no suppression can apply: there was no response, or none that could be read. */
  saw(rule: string, came: string, exchange: Exchange | SentRequest, due?: string): void
}

/** A reporter under these rules, but for what the table covers. */
export function toolReporter(
  tool: Statement['tool'],
  subject: Subject,
  collector: Collector,
  { rules, suppressions }: Pick<ToolProfile, 'rules' | 'suppressions'>,
): ToolReporter {
  const sentences = new Map(rules.map(({ id, sentence }) => [id, sentence]))
  const toLine = curlFor(subject)
  const saw: ToolReporter['saw'] = (rule, came, exchange, due = sentences.get(rule) ?? '') => {
    const isSeen = 'request' in exchange
    const curl = toLine(isSeen ? exchange.request : exchange)
    collector.broken({ rule, checker: tool, ...(isSeen && { exchange }), came, due, curl })
  }
  const says: ToolReporter['says'] = (statement) => {
    const { rule, told, came, exchange } = statement
    if (isSuppressed({ ...statement, tool }, subject, suppressions)) return false
    const { status, reason } = exchange.response
    if (came === undefined) saw(rule, `${status} ${reason}: ${told}`, exchange)
    else saw(rule, came, exchange, `${sentences.get(rule)} (${tool}: ${told})`)
    return true
  }
  return { says, saw }
}
