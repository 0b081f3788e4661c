/** Whether the status of an answer is one that is due, by what is wrong with the request, or right. */
import type { Answer, Exchange, SentRequest } from '../exchange.ts'
import { valuesOf } from '../http/fields.ts'
import { isDescribedRequest, isHarmless } from './given-requests.ts'
import { findRequestFault, type RequestFault, splitTarget } from './request-fault.ts'
import { ruleById } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'

/** An exchange that got an answer. */
export type Answered = Exchange & { readonly answer: Answer }

export const isAnswered = (exchange: Exchange): exchange is Answered => 'status' in exchange.answer

/** The rules that it breaks; none where it is due, or where the given contract alone is silent about it. */
export function weighStatus(
  { request, caller, answer }: Pick<Answered, 'request' | 'caller' | 'answer'>,
  only: Subject['only'],
  refusedTokens: Subject['refusedTokens'] = [],
): readonly string[] {
  const fault = findRequestFault({ request, ...(caller !== undefined && { caller }) }, refusedTokens)
  if (only === 'given' && isLeftOpen(request, fault, answer.status)) return []
  if (fault === undefined) return answer.status === 200 ? [] : [ruleOfRightRequest(request)]
  if (fault.statuses.includes(answer.status)) return []
  if (answer.status < 300) return [fault.rule]
  if (answer.status < 500) return [fault.statusRule]
  return [only === 'given' ? 'wrong-request-400' : 'callers-fault-never-5xx']
}

/** What only our own decisions make wrong, or may be wrong in another way as well, any refusal will do for. */
function isLeftOpen(request: SentRequest, fault: RequestFault | undefined, status: number): boolean {
  if (!isSpokenOf(request, 'given')) return true
  const isOurs = fault !== undefined && ruleById(fault.rule).origin === 'completed'
  const isRefused = status >= 400 && status < 500
  return isOurs ? status < 500 : isRefused && (hasOtherParameters(request) || !isHarmless(request))
}

const hasOtherParameters = ({ target }: Pick<SentRequest, 'target'>): boolean =>
  [...splitTarget(target).query.keys()].some((name) => name !== 'limit')

/** Why it is right: where the given contract leaves it open, by the decision that completes it. */
function ruleOfRightRequest(request: SentRequest): string {
  const { method, target } = request
  const { query } = splitTarget(target)
  const [credential = ''] = valuesOf(request, 'authorization')
  if (method === 'HEAD') return 'head-as-get'
  if (!credential.startsWith('Bearer ')) return 'scheme-in-any-case'
  if (hasOtherParameters({ target })) return 'other-parameters-ignored'
  return query.get('limit') === '0' ? 'limit-zero' : 'answers-right-requests'
}

/** Whether the contract says what is due to the request: the given one does for its one path, asked for as usual. */
export const isSpokenOf = (request: SentRequest, only: Subject['only']): boolean =>
  only === 'all' || (isDescribedRequest(request) && splitTarget(request.target).path === '/plants')

/** The given contract describes these answers alone; what others look like is its implementer's own decision. */
export const isDescribed = ({ request, answer }: Answered, only: Subject['only']): boolean =>
  only === 'all' || ((answer.status === 200 || answer.status === 400) && isSpokenOf(request, only))
