/** The status of an answer: whether a valid request was accepted, and a wrong one refused. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import { quote } from '../court/quote.ts'
import type { Answer, SentRequest } from '../exchange.ts'
import { isDescribedRequest } from '../contract/given-requests.ts'
import type { Knowledge, RequestContext } from './knowledge.ts'
import type { Analysis } from './analysis.ts'
import { mayBeUnmodified, readCondition } from './condition.ts'
import type { Examination } from './examination.ts'
import { wishOf } from './wish.ts'

/** Returns whether the request was valid and was treated as valid. */
export function checkStatus(answer: Answer, context: RequestContext, seen: Examination): boolean {
  const { analysis } = context
  const { status } = answer
  if (analysis.isOpen) {
    checkFailure(answer, context, seen)
    return false
  }
  if (analysis.faults.length > 0) {
    checkRefusal(answer, analysis, seen)
    return false
  }
  if (status === 200 || status === 304) {
    return checkCondition(answer, context, seen)
  }
  checkOther(answer, context, seen)
  return false
}

/** The given contract leaves open whether this request is valid, but not that it must be refused if it is wrong. */
function checkFailure(
  answer: Answer,
  { request, analysis, knowledge }: RequestContext,
  seen: Examination,
): void {
  const { operation } = analysis
  if (answer.status >= 500 && operation !== undefined && isDescribedRequest(request, knowledge.host)) {
    seen.require('wrong-request-400', false, () => tell(answer), 'the list, or a refusal with 400')
  }
}

/** A valid request that is answered with a status other than 200 and 304. */
function checkOther(answer: Answer, { request, analysis }: RequestContext, seen: Examination): void {
  const { status } = answer
  if (status >= 500 && !unsupported.has(status)) {
    const isDeclared = status === 500 || status === 503
    seen.require('failure-500', isDeclared, () => tell(answer), '500 or 503 where the service fails')
  }
  const formRule = formRules.get(status)
  if (!analysis.alsoFine.includes(status)) {
    const isPlain = !request.target.includes('?') && request.fields.length <= 3
    const rule = status === 400 && isPlain ? 'limit-is-optional' : 'answers-right-requests'
    const due = ['200', ...analysis.alsoFine.map(String)].join(' or ')
    for (const blamed of [rule, ...analysis.grounds.slice(-1)]) {
      seen.require(blamed, false, () => tell(answer), due)
    }
  } else if (formRule !== undefined) {
    seen.kept.add(formRule)
  }
}

/** Statuses about the method and the version of the request, not about a failure (RFC 9110, 15.6.2 and 15.6.6). */
const unsupported = new Set([501, 505])

/** 304 is due where the condition names the tag of the list, and only there. */
function checkCondition(
  answer: Answer,
  { request, analysis, knowledge }: RequestContext,
  seen: Examination,
): boolean {
  const { status } = answer
  const own = conditionOf(answer, request, analysis, knowledge)
  const condition = own === 'other' && namesOtherCoding(request, analysis, knowledge) ? 'any' : own
  const isByDate = mayBeUnmodified(request, knowledge.modifiedOf(analysis))
  if (condition === 'any' || (condition === undefined && isByDate)) {
    return true
  }
  if (condition === 'same') {
    return seen.require(
      'not-modified-304',
      status === 304,
      () => String(status),
      '304: the condition names the tag of this list',
    )
  }
  if (condition === 'other' || status === 304) {
    const due = '200 and the list: no condition of the request names it'
    return seen.require(ruleOfOther(request, analysis, knowledge), status === 200, () => String(status), due)
  }
  return true
}

/**
 * A list in a form of its own may have a tag of its own: a condition with the tag of the plain list may then match, but
 * need not. Until a tag of the list is known, the tag of the 304 itself must be among those named (RFC 9110, 15.4.5).
 */
function conditionOf(
  answer: Answer,
  request: SentRequest,
  analysis: Analysis,
  knowledge: Knowledge,
): ReturnType<typeof readCondition> {
  const known = knowledge.tagOf(analysis)
  const own = readByItself(answer, request)
  if (known === undefined && answer.status === 304) return own === 'same' ? 'any' : own
  const plain = readCondition(request, known)
  const wish = wishOf(request, answer, analysis)
  if (wish === '' || plain === undefined || plain === 'any') return plain
  const coded = knowledge.tagOf(analysis, wish)
  if (coded === undefined) return plain === 'same' || own === 'same' ? 'any' : undefined
  return readCondition(request, coded) === 'same' ? 'same' : plain === 'same' ? 'any' : 'other'
}

/** Whether the condition names the same list in another content coding: what it decodes to has not changed. */
const namesOtherCoding = (request: SentRequest, list: Analysis, knowledge: Knowledge): boolean =>
  knowledge.tagsOfCodings(list).some((tag) => readCondition(request, tag) === 'same')

/** What the condition means, judged by the tag of the 304 itself. */
const readByItself = (answer: Answer, request: SentRequest): ReturnType<typeof readCondition> =>
  answer.status === 304 ? readCondition(request, fieldValue(answer, 'ETag')) : undefined

/** If the condition names a tag that another caller was given, an answer was shared. */
function ruleOfOther(request: SentRequest, { caller }: Analysis, knowledge: Knowledge): string {
  const [tag] = valuesOf(request, 'if-none-match')
  return tag !== undefined && caller !== undefined && knowledge.isTagOfAnother(caller, tag)
    ? 'answers-not-shared'
    : 'modified-200'
}

/** The form of a request is judged before anything else. */
const formRules: ReadonlyMap<number, string> = new Map([
  [400, 'malformed-request-400'],
  [413, 'content-means-nothing'],
  [414, 'target-of-8000'],
  [417, 'expectation-417'],
  [431, 'header-of-16384'],
])

function checkRefusal(answer: Answer, { faults, alsoFine }: Analysis, seen: Examination): void {
  const { status } = answer
  const [first, ...rest] = faults
  if (first === undefined) {
    return
  }
  const due = first.statuses.length > 10 ? 'a refusal: a status from 400 to 499' : first.statuses.join(' or ')
  if (status >= 400 && alsoFine.includes(status)) {
    return
  }
  if (first.statuses.includes(status)) {
    seen.kept.add('callers-fault-never-5xx')
    for (const rule of [first.rule, first.statusRule, ...(rest.length > 0 ? ['first-fault-decides'] : [])]) {
      seen.refused.add(rule)
    }
    return
  }
  if (status >= 500) {
    seen.require('callers-fault-never-5xx', false, () => tell(answer), due)
  }
  const isLater = rest.some(({ statuses }) => statuses.includes(status))
  const rule = status < 400 ? first.rule : isLater ? 'first-fault-decides' : first.statusRule
  seen.require(rule, false, () => tell(answer), due)
}

const tell = ({ status, body }: Answer): string =>
  body.length === 0 ? String(status) : `${status} with ${quote(body.toString('utf8'), 80)}`
