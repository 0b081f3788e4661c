/** The header fields of a response. The given contract is silent about them: all rules here complete it. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import { listPlants, ownContract } from '../contract.ts'
import { objectAt } from '../../src/contract/pointers.ts'
import { type DeclaredHeader, declaredFor } from '../../src/document/model.ts'
import { faultsOf, ruleByPlace } from './responses.ts'
import type { RawResponse, SentRequest } from '../../src/exchange.ts'
import type { Analysis, Examination } from '../../src/oracle/any-oracle.ts'
import { lastingField, programField } from './revealing-fields.ts'
import { isBearers } from './credential.ts'
import type { RequestContext } from './knowledge.ts'
import { normalizeField, opaqueTag } from '../../src/oracle/normalize-field.ts'
import { representationKey } from './representation.ts'

/** Checks every declared field, and what else is due of the fields. */
export function checkHead(response: RawResponse, context: RequestContext, seen: Examination): void {
  for (const header of declaredFields(response.status, context)) checkDeclared(response, header, seen)
  const due = 'no version of the software, and no header only to name it'
  seen.require('no-banner', programField(response), due)
  checkCaching(response, context, seen)
  checkChallenge(response, context, seen)
  checkId(response, context, seen)
  checkAllow(response, context, seen)
  checkTag(response, context, seen)
}

/** HTTP's own responses carry the fields of the nearest declared response. */
function declaredFields(status: number, { analysis }: RequestContext): readonly DeclaredHeader[] {
  const own = analysis.isList === true ? declaredFor(listPlants, status) : undefined
  const like = status < 304 ? undefined : declaredFor(listPlants, status === 304 ? 200 : 400)
  return (own ?? like)?.headers ?? []
}

/** What stands at each declared field: of its form, the rule at its pattern, or anywhere at the field. */
const declaredRules = new Map(
  listPlants.responses
    .flatMap(({ headers }) => headers)
    .map(({ pointer, schema = '' }) => {
      const [, any = 'declared-headers-sent'] =
        [...ruleByPlace].find(([at]) => at.startsWith(`${pointer}/`)) ?? []
      const form = ruleByPlace.get(`${schema}/pattern`) ?? any
      const isNumber = objectAt(ownContract.document, schema)['type'] === 'integer'
      return [pointer, { form, absence: ruleByPlace.get(`${pointer}/required`) ?? form, isNumber }]
    }),
)

function checkDeclared(
  response: RawResponse,
  { name, pointer, schema = '' }: DeclaredHeader,
  seen: Examination,
): void {
  const { form = '', absence = '', isNumber } = declaredRules.get(pointer) ?? {}
  const text = fieldValue(response, name)
  const due = `${name} with every ${response.status}`
  seen.require('declared-headers-sent', text === undefined ? `no ${name}` : undefined, due)
  if (text === undefined) {
    seen.require(absence, `no ${name}`, due)
    return
  }
  const value = isNumber === true && /^\d+$/.test(text) ? Number(text) : text
  const [fault] = faultsOf(schema, value, form)
  seen.require(form, fault && `${name}: ${text}`, `${name}: ${fault?.due ?? ''}`)
}

/** The form of every id. A request's own id comes back only if it has this form. */
export const requestIdForm = /^[\w.:-]{1,64}$/

/** The statuses of requests that are refused before routing. */
const beforeRouting = new Set([408, 413, 414, 417, 431])
/** The form of a request, an unknown method or an odd target may be refused with 400 before anything else is read. */
const ofForm = new Set(['malformed-request-400', 'unknown-method-400', 'other-methods-405', 'no-other-path'])

/** Whether the service has read the fields of the request: the response to another may have been made beforehand. */
export function isRead(
  { method }: SentRequest,
  { status }: RawResponse,
  { faults: [fault], alsoFine }: Pick<Analysis, 'faults' | 'alsoFine'>,
): boolean {
  const isOfForm = status === 400 && (alsoFine.includes(400) || ofForm.has(fault?.rule ?? ''))
  // CONNECT leads to no path: servers hand it over as a bare socket.
  return !beforeRouting.has(status) && !isOfForm && method !== 'CONNECT'
}

function checkCaching(response: RawResponse, { analysis }: RequestContext, seen: Examination): void {
  const { status } = response
  const isList = status < 400
  if (status === 200 ? analysis.isList !== true : status !== 304 && isList) return
  const due = `nothing that lets a ${isList ? 'shared cache keep the list' : 'cache keep the refusal'}`
  seen.require(isList ? 'list-is-private' : 'refusals-not-stored', lastingField(response), due)
}

/**
 * An empty Authorization line may count as a credential or as none. For one of another scheme there is no error code
 * (RFC 6750, 3.1). Both readings are fine.
 */
function checkChallenge(response: RawResponse, { request }: RequestContext, seen: Examination): void {
  const challenge = fieldValue(response, 'WWW-Authenticate')
  const sent = valuesOf(request, 'authorization')
  if (response.status !== 401 || challenge === undefined || !isBearers(sent[0] ?? 'Bearer')) return
  const isNamed = normalizeField(response, 'WWW-Authenticate')?.endsWith('error: invalid_token') === true
  const isSent = sent.length > 0
  const due = isSent ? 'error="invalid_token"' : 'no error in the challenge: no credential was sent'
  seen.require('challenge-names-refusal', isNamed === isSent ? undefined : challenge, due)
}

function checkId(response: RawResponse, { request, analysis }: RequestContext, seen: Examination): void {
  const id = fieldValue(response, 'X-Request-Id')
  const came = id === undefined ? 'no X-Request-Id' : undefined
  seen.require('request-id-sent', came, 'X-Request-Id with every response')
  const [own = '', ...others] = valuesOf(request, 'x-request-id')
  if (!isRead(request, response, analysis) || others.length > 0 || !requestIdForm.test(own)) return
  const other = id === own ? undefined : `X-Request-Id: ${id ?? ''}`
  seen.require('request-id-kept', other, `X-Request-Id: ${own}`)
}

/**
 * Where OPTIONS is answered, Allow may name it as well. CONNECT names no path. If nothing is there, or the request can't
 * be read, 405 is wrong whatever Allow says.
 */
function checkAllow(
  response: RawResponse,
  { request: { method }, analysis: { isOpen, allowed } }: RequestContext,
  seen: Examination,
): void {
  const { status } = response
  const allow = fieldValue(response, 'Allow')
  const isTold = status === 405 || (method === 'OPTIONS' && status < 300 && allow !== undefined)
  if (!isTold || isOpen || method === 'CONNECT' || allowed.length === 0) return
  const named = new Set(allow?.split(',').map((name) => name.trim()))
  named.delete('OPTIONS')
  const isRight = named.symmetricDifference(new Set(allowed)).size === 0
  const came = isRight ? undefined : `Allow: ${allow ?? 'none'}`
  seen.require('allow-names-methods', came, `Allow: ${allowed.join(', ')}`)
}

/** A list in a form that the request chose, according to Vary, may have another tag. */
function checkTag(
  response: RawResponse,
  { request, analysis, knowledge }: RequestContext,
  seen: Examination,
): void {
  const { status } = response
  const tag = knowledge.tagOf(analysis)
  if ((status !== 200 && status !== 304) || analysis.faults.length > 0 || tag === undefined) return
  if (representationKey(request, response, analysis) !== '') return
  const isSame = normalizeField(response, 'ETag') === opaqueTag(tag)
  const came = isSame ? undefined : `ETag: ${fieldValue(response, 'ETag') ?? 'none'}`
  const rule = status === 304 ? 'not-modified-same-fields' : 'equal-requests-equal-answers'
  seen.require(rule, came, `ETag: ${tag}, as before`)
}
