/** Finds the rule that a wrong status breaks, from what is wrong with the request, or why it is valid. */
import { valuesOf } from '@plant-store/raw-http'
import type { Answered } from '../contract/given-requests.ts'
import { isTemplate, operations, splitTarget } from '../contract/operations.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import { analyse } from './analyse.ts'
import type { Fault, Known } from './analysis.ts'
import { readScheme } from './credential.ts'

/** What a judge takes to be due: that the request is answered, that it is refused, or any status declared for it. */
export type Due = 'answered' | 'refused' | 'declared'

/**
 * Always names a rule, even where the contract as we read it asks for this very status: a tool that disagrees may be
 * right, and its finding needs a rule. It is then the given rule about valid requests, or about wrong ones.
 */
export function ruleOfStatus(
  due: Due,
  exchange: Answered,
  subject: Pick<Subject, 'only' | 'refusedTokens'>,
): string {
  const { request, answer } = exchange
  const fault = faultOf(exchange, subject.refusedTokens)
  if (due === 'refused') return fault?.rule ?? 'wrong-request-400'
  if (fault === undefined) return ruleOfRightRequest(request)
  if (due === 'answered') return 'answers-right-requests'
  if (answer.status < 300) return fault.rule
  if (answer.status < 500) return fault.statusRule
  return subject.only === 'given' ? 'wrong-request-400' : 'callers-fault-never-5xx'
}

/** Whether the status is due as we read the contract. */
export const isStatusDue = (exchange: Answered): boolean => isDue(faultOf(exchange), exchange)

/** The same, where the request's fault is already known. */
export const isDue = (fault: Fault | undefined, { answer }: Answered): boolean =>
  (fault?.statuses ?? [200]).includes(answer.status)

const known: Omit<Known, 'tokens'> = {
  operations: operations.filter(({ path }) => !isTemplate(path)),
  templates: operations.filter(({ path }) => isTemplate(path)),
  only: 'all',
}

/** The first thing that is wrong with the request, by the whole contract. `refusedTokens` were once accepted. */
export function faultOf(
  { request, caller }: Pick<Exchange, 'request' | 'caller'>,
  refusedTokens: Subject['refusedTokens'] = [],
): Fault | undefined {
  const [credential = ''] = valuesOf(request, 'authorization')
  const { rest } = readScheme(credential)
  const accepted = caller === undefined || rest === '' ? [] : [rest]
  return analyse(request, { ...known, tokens: { accepted, refused: refusedTokens } }).faults[0]
}

export const hasOtherParameters = ({ target }: Pick<SentRequest, 'target'>): boolean =>
  [...splitTarget(target).query.keys()].some((name) => name !== 'limit')

/** The rule that makes it valid: where the given contract is silent, the decision that completes it. */
function ruleOfRightRequest(request: SentRequest): string {
  const { method, target } = request
  const { query } = splitTarget(target)
  const [credential = ''] = valuesOf(request, 'authorization')
  if (method === 'HEAD') return 'head-as-get'
  if (!credential.startsWith('Bearer ')) return 'scheme-in-any-case'
  if (credential.startsWith('Bearer  ')) return 'spaces-before-token'
  if (hasOtherParameters({ target })) return 'other-parameters-ignored'
  return query.get('limit') === '0' ? 'limit-zero' : 'answers-right-requests'
}
