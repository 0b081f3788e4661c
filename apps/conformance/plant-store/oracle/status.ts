/** The status of a response: whether a valid request was accepted, and a wrong one refused. */
import { isDescribedRequest } from '../given-requests.ts'
import type { RawResponse } from '../../src/exchange.ts'
import { checkCondition } from './condition.ts'
import type { Examination } from '../../src/oracle/any-oracle.ts'
import type { RequestContext } from './knowledge.ts'
import { tell } from '../../src/quote.ts'

/** Returns whether the request was valid and was treated as valid. */
export function checkStatus(response: RawResponse, context: RequestContext, seen: Examination): boolean {
  const { status } = response
  const { request, analysis, knowledge } = context
  if (analysis.isOpen) {
    // The given contract leaves open whether this request is valid, but not that it must be refused if it is wrong.
    if (status >= 500 && analysis.isList === true && isDescribedRequest(request, knowledge.host))
      seen.require('wrong-request-400', tell(response), 'the list, or a refusal with 400')
    return false
  }
  if (analysis.faults.length > 0) checkRefusal(response, context, seen)
  else if (status === 200 || status === 304) return checkCondition(response, context, seen)
  else checkOther(response, context, seen)
  return false
}

/** A valid request that is answered with a status other than 200 and 304. */
function checkOther(response: RawResponse, { request, analysis }: RequestContext, seen: Examination): void {
  const { status } = response
  if (status >= 500 && !unsupported.has(status)) {
    const came = status === 500 || status === 503 ? undefined : tell(response)
    seen.require('failure-500', came, '500 or 503 where the service fails')
  }
  const formRule = formRules.get(status)
  if (analysis.alsoFine.includes(status)) {
    if (formRule !== undefined) seen.kept.add(formRule)
    return
  }
  const isPlain = !request.target.includes('?') && request.fields.length <= 3
  const rule = status === 400 && isPlain ? 'limit-is-optional' : 'answers-right-requests'
  const due = ['200', ...analysis.alsoFine.map(String)].join(' or ')
  for (const blamed of [rule, ...analysis.grounds.slice(-1)]) seen.require(blamed, tell(response), due)
}

/** Statuses about the method and the version of the request, not about a failure (RFC 9110, 15.6.2 and 15.6.6). */
const unsupported = new Set([501, 505])

/** The form of a request is checked before anything else. */
const formRules: ReadonlyMap<number, string> = new Map([
  [400, 'malformed-request-400'],
  [413, 'content-means-nothing'],
  [414, 'target-of-8000'],
  [417, 'expectation-417'],
  [431, 'header-of-16384'],
])

function checkRefusal(response: RawResponse, { analysis }: RequestContext, seen: Examination): void {
  const { status } = response
  const [first, ...rest] = analysis.faults
  if (first === undefined || (status >= 400 && analysis.alsoFine.includes(status))) return
  if (first.statuses.includes(status)) {
    seen.kept.add('callers-fault-never-5xx')
    for (const rule of [first.rule, first.statusRule]) seen.refused.add(rule)
    if (rest.length > 0) seen.refused.add('first-fault-decides')
    return
  }
  const due = first.statuses.length > 10 ? 'a refusal: a status from 400 to 499' : first.statuses.join(' or ')
  if (status >= 500) seen.require('callers-fault-never-5xx', tell(response), due)
  const isLater = rest.some(({ statuses }) => statuses.includes(status))
  const rule = status < 400 ? first.rule : isLater ? 'first-fault-decides' : first.statusRule
  seen.require(rule, tell(response), due)
}
