/** The header fields of an answer. The given contract is silent about them: all rules here complete it. */
import type { TObject } from '@sinclair/typebox'
import { fieldValue, trimBlanks, valuesOf } from '@plant-store/raw-http'
import type { Answer, SentRequest } from '../exchange.ts'
import type { Analysis } from './analysis.ts'
import type { RequestContext } from './knowledge.ts'
import { checkCaching } from './check-caching.ts'
import { checkBanners, checkFields } from './check-fields.ts'
import { opaqueTag } from './condition.ts'
import type { Examination } from './examination.ts'
import { meaningOf } from './meaning.ts'
import { wishOf } from './wish.ts'

/** Checks every declared field, and every field that reveals too much. */
export function checkHead(answer: Answer, context: RequestContext, seen: Examination): void {
  const declared = declaredFields(answer.status, context)
  if (declared !== undefined) {
    checkFields(answer, declared, seen)
  }
  checkBanners(answer, seen)
  if (answer.status === 200 || answer.status === 304 || answer.status >= 400) checkCaching(answer, seen)
  checkChallenge(answer, context, seen)
  checkRequestId(answer, context, seen)
  checkAllow(answer, context, seen)
  checkTag(answer, context, seen)
}

/** HTTP's own answers carry the fields of the nearest declared answer. */
function declaredFields(status: number, { analysis, knowledge }: RequestContext): TObject | undefined {
  const own = analysis.operation?.responseHeaders[status]
  const [nearest = analysis.operation] = knowledge.operations
  if (own !== undefined || status < 304) {
    return own
  }
  return status === 304
    ? (analysis.operation ?? nearest)?.responseHeaders[200]
    : nearest?.responseHeaders[400]
}

/**
 * An empty Authorization line may count as a credential or as none. For one of another scheme there is no error code
 * (RFC 6750, 3.1). Both readings are fine.
 */
function checkChallenge(answer: Answer, { request }: RequestContext, seen: Examination): void {
  const challenge = fieldValue(answer, 'WWW-Authenticate')
  const [sent] = valuesOf(request, 'authorization')
  if (answer.status === 401 && challenge !== undefined && (sent === undefined || isBearers(sent))) {
    const isNamed = meaningOf(answer, 'WWW-Authenticate')?.endsWith('error: invalid_token') === true
    const due =
      sent === undefined ? 'no error in the challenge: no credential was sent' : 'error="invalid_token"'
    seen.require('challenge-names-refusal', isNamed === (sent !== undefined), () => challenge, due)
  }
}

/** Whether the credential names the scheme Bearer. */
export const isBearers = (credential: string): boolean => /^bearer(?: |$)/i.test(trimBlanks(credential))

/** The form of every id. A request's own id comes back only if it has this form. */
export const requestIdForm = /^[\w.:-]{1,64}$/

/** The statuses of requests that are refused before routing. */
const beforeRouting = new Set([408, 413, 414, 417, 431])
/** The form of a request, an unknown method or an odd target may be refused with 400 before anything else is read. */
const ofForm = new Set(['malformed-request-400', 'unknown-method-400', 'other-methods-405', 'no-other-path'])

/** Whether the service has read the fields of the request: the answer to another may have been made beforehand. */
export function isRead(
  { method }: SentRequest,
  { status }: Answer,
  { faults: [fault], alsoFine }: Analysis,
): boolean {
  const isOfForm = status === 400 && (alsoFine.includes(400) || ofForm.has(fault?.rule ?? ''))
  // CONNECT leads to no path: servers hand it over as a bare socket.
  return !beforeRouting.has(status) && !isOfForm && method !== 'CONNECT'
}

function checkRequestId(answer: Answer, { request, analysis }: RequestContext, seen: Examination): void {
  const id = fieldValue(answer, 'X-Request-Id')
  const own = valuesOf(request, 'x-request-id')
  seen.require('request-id-sent', id !== undefined, () => 'no X-Request-Id', 'X-Request-Id with every answer')
  if (isRead(request, answer, analysis) && own.length === 1 && requestIdForm.test(own[0] ?? '')) {
    seen.require(
      'request-id-kept',
      id === own[0],
      () => `X-Request-Id: ${id ?? ''}`,
      `X-Request-Id: ${own[0] ?? ''}`,
    )
  }
}

/** Where OPTIONS is answered, Allow may name it as well. */
function checkAllow(answer: Answer, { request, analysis }: RequestContext, seen: Examination): void {
  const { status } = answer
  const allow = fieldValue(answer, 'Allow')
  const isSaid = status === 405 || (request.method === 'OPTIONS' && status < 300 && allow !== undefined)
  // CONNECT names no path. If nothing is there, or the request can't be read, 405 is wrong whatever Allow says.
  if (!analysis.isOpen && request.method !== 'CONNECT' && isSaid && analysis.allowed.length > 0) {
    const named = new Set(allow?.split(',').map((name) => name.trim()))
    named.delete('OPTIONS')
    const isRight =
      analysis.allowed.every((name) => named.has(name)) && named.size === analysis.allowed.length
    const came = `Allow: ${allow ?? 'none'}`
    seen.require('allow-names-methods', isRight, () => came, `Allow: ${analysis.allowed.join(', ')}`)
  }
}

/** A list in a form that the request chose, according to Vary, may have another tag. */
function checkTag(answer: Answer, { request, analysis, knowledge }: RequestContext, seen: Examination): void {
  const { status } = answer
  const known = knowledge.tagOf(analysis)
  const hasWish = wishOf(request, answer, analysis) !== ''
  if (known !== undefined && !hasWish && analysis.faults.length === 0 && (status === 200 || status === 304)) {
    const tag = fieldValue(answer, 'ETag')
    const rule = status === 304 ? 'not-modified-same-fields' : 'equal-requests-equal-answers'
    seen.require(
      rule,
      meaningOf(answer, 'ETag') === opaqueTag(known),
      () => `ETag: ${tag ?? 'none'}`,
      `ETag: ${known}, as before`,
    )
  }
}
