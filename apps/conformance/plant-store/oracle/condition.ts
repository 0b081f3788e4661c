/** What a request's conditions mean for the list: by its tag, and by the time of its last change (RFC 9110, 13.1). */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import type { RawResponse, SentRequest } from '../../src/exchange.ts'
import type { LastModified } from './analysis.ts'
import type { Examination } from '../../src/oracle/any-oracle.ts'
import type { RequestContext } from './knowledge.ts'
import { opaqueTag } from '../../src/oracle/normalize-field.ts'
import { representationKey } from './representation.ts'

const entityTag = /(?:W\/)?("[\x21\x23-\x7E\x80-\xFF]*")/g

/**
 * `same`: 304 is due. `other`: 200 is due. `any`: the tag is not known yet, or named without its quotes, which a
 * recipient may overlook (RFC 9110, 2.4). Undefined if no condition is by tag.
 */
type Condition = 'same' | 'other' | 'any' | undefined

function readCondition(request: SentRequest, tag: string | undefined): Condition {
  const values = valuesOf(request, 'if-none-match')
  if (values.length === 0) return undefined
  if (tag === undefined) return 'any'
  const list = values.join(', ').trim()
  const opaque = opaqueTag(tag)
  const isNamed = [...list.matchAll(entityTag)].some(([, named]) => named === opaque)
  if (isNamed || list === '*') return 'same'
  return list === opaque.slice(1, -1) ? 'any' : 'other'
}

/** Whether a request with If-Modified-Since may be told that the list is unchanged since then (RFC 9110, 13.1.3). */
function mayBeUnmodified(request: SentRequest, modified: LastModified | undefined): boolean {
  const [since] = valuesOf(request, 'if-modified-since')
  return since !== undefined && modified !== undefined && !(Date.parse(since) < modified.earliest)
}

/** 304 is due where the condition names the tag of the list, and only there. Returns whether the response is right. */
export function checkCondition(response: RawResponse, context: RequestContext, seen: Examination): boolean {
  const { request, analysis, knowledge } = context
  const { status } = response
  const condition = conditionOf(response, context)
  if (condition === 'same') {
    const wrong = status === 304 ? undefined : String(status)
    return seen.require('not-modified-304', wrong, '304: the condition names the tag of this list')
  }
  const isByDate = condition === undefined && mayBeUnmodified(request, knowledge.modifiedOf(analysis))
  if (condition === 'any' || isByDate || (condition === undefined && status === 200)) return true
  const wrong = status === 200 ? undefined : String(status)
  return seen.require(ruleOfOther(context), wrong, '200 and the list: no condition of the request names it')
}

/** If the condition names a tag that another caller was given, a response was shared. */
function ruleOfOther({ request, analysis: { caller }, knowledge }: RequestContext): string {
  const [tag] = valuesOf(request, 'if-none-match')
  const isShared = tag !== undefined && caller !== undefined && knowledge.isTagOfAnother(caller, tag)
  return isShared ? 'answers-not-shared' : 'modified-200'
}

/** The tag may be that of the same list in another content coding: what it decodes to has not changed. */
function conditionOf(response: RawResponse, context: RequestContext): Condition {
  const { request, analysis, knowledge } = context
  const condition = ofRepresentation(response, context)
  const isOfCoding = (tag: string): boolean => readCondition(request, tag) === 'same'
  return condition === 'other' && knowledge.tagsOfCodings(analysis).some((tag) => isOfCoding(tag))
    ? 'any'
    : condition
}

/**
 * A list in a form of its own may have a tag of its own: a condition with the tag of the plain list may then match, but
 * need not. Until a tag of the list is known, the tag of the 304 itself must be among those named (RFC 9110, 15.4.5).
 */
function ofRepresentation(
  response: RawResponse,
  { request, analysis, knowledge }: RequestContext,
): Condition {
  const known = knowledge.tagOf(analysis)
  const plain = readCondition(request, known)
  const own = response.status === 304 ? readCondition(request, fieldValue(response, 'ETag')) : plain
  if (known === undefined) return own === 'same' ? 'any' : own
  const key = representationKey(request, response, analysis)
  if (key === '' || plain === undefined) return plain
  const coded = knowledge.tagOf(analysis, key)
  const condition = coded === undefined ? undefined : readCondition(request, coded)
  const mayMatch = plain === 'same' || plain === 'any' || (coded === undefined && own === 'same')
  return condition !== 'same' && mayMatch ? 'any' : condition
}
