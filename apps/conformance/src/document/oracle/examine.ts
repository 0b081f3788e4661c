/** Checks one response by everything that the document and HTTP say about it; here, by its status. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { checkFraming } from '../../oracle/framing.ts'
import { tell } from '../../quote.ts'
import { type AnyOperation, declaredFor, declares } from '../model.ts'
import { contentFor, syntaxOf } from '../values/media-types.ts'
import type { Received } from './analyse.ts'
import { checkContent } from './content.ts'
import { checkDeclaredFields, checkFields } from './fields.ts'

export function examine(received: Received): void {
  const { request, response, analysis, seen } = received
  const { asked, owed, isHead } = analysis
  if (owed === 'nothing') {
    checkRefusal(received)
    return
  }
  const isWhole = checkFraming(response, request, analysis, seen)
  checkFields(received)
  checkStatus(received)
  const declared = asked && declaredFor(asked, response.status)
  if (asked === undefined || declared === undefined) return
  if (isWhole && !isHead) checkContent(received, asked, declared)
  checkDeclaredFields(received, asked, declared)
}

/** Statuses about the method, the version or the load of a service, not about a failure (RFC 9110, 15.6). */
const noFailures = new Set([501, 503, 505])

/** HTTP's own refusals, and redirections of a target or a client: any service may use them, declared or not. */
const ownOfHttp = new Set([
  304, 401, 403, 404, 405, 406, 408, 412, 413, 414, 415, 416, 417, 421, 426, 428, 429, 431, 501, 503, 505,
])

function checkStatus(received: Received): void {
  const { response, seen } = received
  const { asked: operation, faults } = received.analysis
  const failure = response.status >= 500 && !noFailures.has(response.status) ? tell(response) : undefined
  const rule = operation === undefined ? 'requests-never-fail' : `${operation.id}:failure`
  if (!seen.require(rule, failure, 'no failure of the service')) return
  if (faults.length > 0) checkRefusal(received)
  if (operation === undefined) return
  if (faults.length === 0) checkSuccess(received, operation)
  checkDeclared(received, operation)
}

/** What is right must succeed, unless it may be refused for a reason that the document does not speak of. */
function checkSuccess({ request, response, analysis, service, seen }: Received, asked: AnyOperation): void {
  const { status } = response
  // A document without security schemes may still say that some credential is asked for; and a wrong one may be refused
  // where none is needed (RFC 9110, 11.6.2).
  const mayWantCredential = (): boolean => declares(asked, 401) || service.hasCredential(request)
  if (status === 304)
    seen.require('not-modified-304', ofCondition(request), '304 for a condition that is false')
  else if (status < 400) seen.kept.add(`${asked.id}:success`)
  else if (
    (!analysis.mayBeRefused || (status === 415 && isOfDeclaredType(request, asked))) &&
    !analysis.alsoFine.includes(status) &&
    !mayRefuseAny.has(status) &&
    !(status === 401 && analysis.caller === undefined && mayWantCredential())
  )
    seen.require(`${asked.id}:success`, tell(response), 'a success: nothing is wrong with the request')
}

/** Whether the content says that it has a declared type, letter by letter. A text may yet be none of its type. */
function isOfDeclaredType(request: SentRequest, { body }: AnyOperation): boolean {
  const type = valuesOf(request, 'content-type').join()
  const isCoded = ['content-encoding', 'transfer-encoding'].some((name) => valuesOf(request, name).length > 0)
  const isDeclared = body?.contents.some(({ mediaType }) => type === mediaType) === true
  return isDeclared && !isCoded && (request.body ?? '') !== '' && syntaxOf(type) !== 'text'
}

function checkDeclared({ request, response, analysis, seen }: Received, asked: AnyOperation): void {
  const { status } = response
  if (ownOfHttp.has(status) || (status >= 400 && analysis.alsoFine.includes(status))) return
  // A part that was asked for (RFC 9110, 14.2).
  if (status === 206 && valuesOf(request, 'range').length > 0) return
  const came = declaredFor(asked, status) === undefined ? tell(response) : undefined
  const due = asked.responses.map((one) => one.status).join(', ')
  seen.require(`${asked.id}:status`, came, `a declared status: ${due}`)
}

/** A caller may lack a permission that the document does not speak of, speak too old a version, or ask too often. */
const mayRefuseAny: ReadonlySet<number> = new Set([403, 426, 429, 503])

/** A tag that no representation has. */
export const neverTag = '"no-representation-has-this-tag"'

/** A date since when everything has changed, or is of no known date. */
export const longAgo = 'Thu, 01 Jan 1970 00:00:00 GMT'

/** 304 only where a condition of the request may be false (RFC 9110, 13.1). */
function ofCondition(request: SentRequest): string | undefined {
  const tags = valuesOf(request, 'if-none-match')
  if (tags.join() === neverTag) return '304, though no representation has the tag in If-None-Match'
  const dates = valuesOf(request, 'if-modified-since')
  if (tags.length === 0 && dates.join() === longAgo) return '304, though nothing is as old as that'
  return tags.length + dates.length > 0 ? undefined : '304 without a condition'
}

/** What is wrong must not succeed. A redirection, such as to a login page, is a refusal. */
function checkRefusal(received: Received): void {
  const { response, analysis, seen } = received
  const [first] = analysis.faults
  if (first === undefined || isOfNothing(received)) return
  if (response.status >= 300) seen.refused.add(first.rule)
  else seen.require(first.rule, tell(response), 'a refusal: a status from 400 to 499')
}

/** A page for whatever has no other: who does not know a target with the address looks for it in vain (RFC 9112, 3.2.2). */
function isOfNothing({ request, response, analysis }: Received): boolean {
  const declared = analysis.asked && declaredFor(analysis.asked, response.status)?.contents
  const type = fieldValue(response, 'Content-Type') ?? ''
  const isDeclared =
    declared?.length === 0 ? !/^text\/html/i.test(type) : contentFor(declared ?? [], type) !== undefined
  return /^https?:/i.test(request.target) && !isDeclared
}
