/** Whether the status of an answer is one that is due, by what is wrong with the request, or right. */
import type { Answer, Exchange, SentRequest } from './exchange.ts'
import { findRequestFault, splitTarget } from './request-fault.ts'

/** An exchange that got an answer. */
export type Answered = Exchange & { readonly answer: Answer }

export const isAnswered = (exchange: Exchange): exchange is Answered => 'status' in exchange.answer

/** The rules that it breaks; none where it is due. */
export function weighStatus({
  request,
  caller,
  answer,
}: Pick<Answered, 'request' | 'caller' | 'answer'>): readonly string[] {
  const fault = findRequestFault({ request, ...(caller !== undefined && { caller }) })
  if (fault === undefined) return answer.status === 200 ? [] : [ruleOfRightRequest(request)]
  if (fault.statuses.includes(answer.status)) return []
  if (answer.status < 300) return [fault.rule]
  return [answer.status >= 500 ? 'callers-fault-never-5xx' : fault.statusRule]
}

/** Why it is right: where the given contract leaves it open, by the decision that completes it. */
function ruleOfRightRequest({ method, target, fields }: SentRequest): string {
  const { query } = splitTarget(target)
  const [, credential = ''] = fields.find(([name]) => name.toLowerCase() === 'authorization') ?? []
  if (method === 'HEAD') return 'head-as-get'
  if (!credential.startsWith('Bearer ')) return 'scheme-in-any-case'
  if ([...query.keys()].some((name) => name !== 'limit')) return 'other-parameters-ignored'
  return query.get('limit') === '0' ? 'limit-zero' : 'answers-right-requests'
}

/** The given contract describes these alone; what others look like is its implementer's own decision. */
export const isDescribed = (status: number, only: 'given' | 'all'): boolean =>
  only === 'all' || status === 200 || status === 400
