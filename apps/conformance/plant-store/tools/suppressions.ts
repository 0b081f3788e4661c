/** Where the tools are wrong about our own contract. The tests remove each row and see a correct server accused. */
import { valuesOf } from '@plant-store/raw-http'
import type { Objection } from '../../src/adapters/tools.ts'
import type { CompletedExchange } from '../../src/exchange.ts'
import type { Subject } from '../../src/subject.ts'
import { ownContract } from '../contract.ts'
import { isSpokenOf } from '../given-requests.ts'
import { knownMethods } from '../oracle/place.ts'
import { ruleById } from '../rules.ts'
import { faultOf } from './rule-of-status.ts'

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

/** Whether a suppression covers the statement. */
export const isSuppressed = (
  statement: Statement,
  subject: Subject,
  among: readonly Suppression[],
): boolean =>
  among.some(
    ({ tool, only: part, matches }) =>
      (tool === undefined || tool === statement.tool) &&
      (part === undefined || part === subject.only) &&
      matches(statement, subject),
  )

/** The finding; none where a suppression covers the statement. */
export function objectionOf(
  statement: Statement,
  subject: Subject,
  among: readonly Suppression[],
): readonly Objection[] {
  if (isSuppressed(statement, subject, among)) return []
  const { tool, rule, told, came, exchange } = statement
  const { status, reason } = exchange.response
  return came === undefined
    ? [{ rule, came: `${status} ${reason}: ${told}` }]
    : [{ rule, came, due: `${ruleById(rule).sentence} (${tool}: ${told})` }]
}

/** The tools know one document; the given contract is the part of it that `x-given` lists. */
const only = 'given'

const { name: contract } = ownContract

/** The whole table. */
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
    id: 'split-fields',
    tool: 'schemathesis',
    reason: 'schemathesis looks only at the first line of a header field, whose value may be on several.',
    references: ['RFC 9110, 5.3'],
    // We see no fault in all lines together.
    matches: ({ kind, rule, exchange: { response } }) =>
      kind === 'answer' &&
      rule === 'declared-headers-sent' &&
      new Set(response.fields.map(([name]) => name)).size < response.fields.length,
  },
  {
    id: 'unknown-methods',
    tool: 'schemathesis',
    reason:
      'schemathesis expects 405 for every undeclared method. A service need not know that QUERY is a method.',
    references: [`${contract}: a word that is no method of HTTP is refused with 400`, 'RFC 9110, 9.1'],
    matches: ({ kind, exchange: { request, response } }) =>
      (kind === 'unsupported_method' || kind === 'not_a_server_error') &&
      [400, 501].includes(response.status) &&
      !knownMethods.has(request.method),
  },
  {
    id: 'beyond-the-given',
    only,
    reason: 'The given contract describes usual requests to its one path, and says nothing about others.',
    references: [`${contract}: info.description`],
    matches: ({ exchange }, { url }) => !isSpokenOf(exchange.request, { url, only: 'given' }),
  },
  {
    id: 'other-answers-than-given',
    only,
    reason:
      'The given contract describes the responses 200 and 400. The form of other responses is left open.',
    references: [`${contract}: responses of GET /plants`],
    matches: ({ kind, exchange: { response } }) =>
      kind === 'answer' && response.status !== 200 && response.status !== 400,
  },
  {
    id: 'decided-otherwise',
    only,
    reason: 'A request that only a decision of ours makes wrong may be accepted, or refused in any way.',
    references: [`${contract}: all words that x-given does not list`],
    matches: ({ kind, exchange }, { refused }) => {
      const fault = faultOf(exchange, refused)
      const isOurs = fault !== undefined && ruleById(fault.rule).origin === 'completed'
      return kind !== 'answer' && isOurs && exchange.response.status < 500
    },
  },
]
