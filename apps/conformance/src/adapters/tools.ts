/**
 * Third-party tools: whatever schemathesis and Prism object to is a finding, whether or not we read the contract as they do,
 * except for what is listed here. The tests remove each suppression and see a correct server accused: a suppression that is
 * no longer needed fails them.
 */
import { curlFor, valuesOf } from '@plant-store/raw-http'
import type { CompletedExchange, Exchange, SentRequest } from '../exchange.ts'
import type { Rule } from '../rules/rules.ts'
import type { Collector } from '../run/checker.ts'
import type { Subject } from '../subject.ts'

/** What a tool objects to in one exchange. */
export interface Statement {
  readonly tool: 'schemathesis' | 'prism'
  /**
   * For schemathesis the name of its check, for Prism `let through`, `refused` or `undeclared status`; for both
   * `answer` where the objection is to the content of the response.
   */
  readonly kind: string
  /** The rule under which it is reported. */
  readonly rule: string
  /** The objection in the tool's own words. */
  readonly told: string
  /** What we see of it, if anything: findings that say so with the same words have the same cause. */
  readonly came?: string
  readonly exchange: CompletedExchange
}

/** One thing that a tool gets wrong. */
export interface Suppression {
  readonly id: string
  /** The only one that does; undefined where all do. */
  readonly tool?: Statement['tool']
  /** Where the tool is wrong, and why, in one or two sentences. */
  readonly reason: string
  /** Threads in the tool's issue tracker, or the standard or the place in openapi.yaml that the tool does not know. */
  readonly references: readonly string[]
  /** Needed only where a service is checked by the given contract alone. */
  readonly only?: 'given'
  /** As narrow as possible. */
  readonly matches: (statement: Statement, subject: Subject) => boolean
}

/** The table of any document. */
export const suppressions: readonly Suppression[] = [
  {
    id: 'any-token',
    reason: 'The tools accept every token: they can’t know which user has which token.',
    references: ['https://github.com/stoplightio/prism/issues/2313'],
    matches: ({ kind, exchange }) =>
      (kind === 'refused' || kind === 'positive_data_acceptance') &&
      exchange.caller === undefined &&
      valuesOf(exchange.request, 'authorization').length === 1,
  },
  {
    id: 'requests-of-any-document',
    tool: 'schemathesis',
    reason:
      'schemathesis expects certain statuses for wrong requests. HTTP leaves others open; by another document than ours, its rules say which.',
    references: ['RFC 9110, 15.5.5: 404 in place of 403, to hide what exists'],
    matches: ({ kind, rule }) => rule === otherRule.id && ofRequests.test(kind),
  },
  {
    id: 'split-fields',
    tool: 'schemathesis',
    reason: 'schemathesis looks only at the first line of a header field, whose value may be on several.',
    references: ['RFC 9110, 5.3'],
    // We see no fault in all lines together.
    matches: ({ kind, rule, exchange: { response } }) =>
      kind === 'answer' &&
      (rule === 'declared-headers-sent' || rule.endsWith(':header')) &&
      new Set(response.fields.map(([name]) => name)).size < response.fields.length,
  },
]

/** Its checks of what a request deserves. */
const ofRequests =
  /^(?:not_a_server_error|status_code_conformance|negative_data_rejection|positive_data_acceptance|missing_required_header|unsupported_method|allow_header_conformance|ignored_auth)$/

/** Whether a suppression covers the statement. */
export const isSuppressed = (
  statement: Statement,
  subject: Subject,
  among: readonly Suppression[],
): boolean =>
  among.some(
    ({ tool, only, matches }) =>
      (tool === undefined || tool === statement.tool) &&
      (only === undefined || only === subject.only) &&
      matches(statement, subject),
  )

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
  /** The rules that a failed check of schemathesis is about, never none; the part where it is about that of the response. */
  readonly rulesOf: (
    check: string,
    part: Part | undefined,
    exchange: CompletedExchange,
    subject: Subject,
  ) => readonly Broken[]
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
  { rules, suppressions: among }: Pick<ToolProfile, 'rules' | 'suppressions'>,
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
    if (isSuppressed({ ...statement, tool }, subject, among)) return false
    const { status, reason } = exchange.response
    if (came === undefined) saw(rule, `${status} ${reason}: ${told}`, exchange)
    else saw(rule, came, exchange, `${sentences.get(rule)} (${tool}: ${told})`)
    return true
  }
  return { says, saw }
}
