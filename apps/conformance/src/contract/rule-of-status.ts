/** The rule that a wrong status breaks, by what is wrong with the request, or right. */
import type { Exchange, SentRequest } from '../exchange.ts'
import { valuesOf } from '../http/fields.ts'
import type { Subject } from '../subject.ts'
import type { Answered } from './given-requests.ts'
import { findRequestFault, type RequestFault, splitTarget } from './request-fault.ts'

/** What is held to be due: that the request is answered, that it is refused, or any status that is declared for it. */
export type Due = 'answered' | 'refused' | 'declared'

/**
 * Names a rule always, also where the contract as we read it asks for this very status: who says otherwise may be right,
 * and the finding has to stand somewhere. Then it is the given rule about requests that are right, or wrong.
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
export function isStatusDue(exchange: Answered, refusedTokens: Subject['refusedTokens'] = []): boolean {
  const { statuses = [200] } = faultOf(exchange, refusedTokens) ?? {}
  return statuses.includes(exchange.answer.status)
}

export const faultOf = (
  { request, caller }: Pick<Exchange, 'request' | 'caller'>,
  refusedTokens: Subject['refusedTokens'] = [],
): RequestFault | undefined =>
  findRequestFault({ request, ...(caller !== undefined && { caller }) }, refusedTokens)

export const hasOtherParameters = ({ target }: Pick<SentRequest, 'target'>): boolean =>
  [...splitTarget(target).query.keys()].some((name) => name !== 'limit')

/** Why it is right: where the given contract leaves it open, by the decision that completes it. */
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
