/** The form of a request: what it asks of HTTP itself, and whether it is larger than a service has to accept. */
import { headLength, isContinue, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'
import type { LastModified } from './analysis.ts'
import { hasMalformedField } from './field-grammar.ts'

/** The contract's bounds: octets of a target, octets of all header lines, and their number. */
export const bounds = { target: 8000, header: 16_384, fields: 100 } as const

/** A service may answer before it has read content longer than this. */
const muchContent = 10_000

/** The rules about form that make the request valid. */
export function formGrounds(request: SentRequest): readonly string[] {
  const { method, target, body } = request
  return [
    ...(method === 'HEAD' ? ['head-as-get'] : []),
    ...(body === undefined ? [] : ['content-means-nothing']),
    ...(isExpecting(request) ? ['expectation-417'] : []),
    ...(target.length > bounds.target / 4 ? ['target-of-8000'] : []),
    ...(octetsOfHead(request) > bounds.header / 4 ? ['header-of-16384'] : []),
  ]
}

/** The service's host, and when the list was last changed, where answers say so. */
interface Asked {
  readonly host?: string | undefined
  readonly modified?: LastModified | undefined
}

/** The statuses besides 200 that the form of the request may lead to. */
export function formStatuses(request: SentRequest, { host, modified }: Asked): readonly number[] {
  const { target, body } = request
  return [
    ...(valuesOf(request, 'if-none-match').length > 0 ? [304] : []),
    ...(isExpecting(request) ? [417] : []),
    ...(body === undefined ? [] : [413]),
    ...(target.length > bounds.target ? [414] : []),
    ...(isLongHead(request) || target.length > bounds.header ? [431] : []),
    ...(isWellFormed(request) ? [] : [400]),
    // Some refuse a name that no host of theirs has, or an underscore in it.
    ...(isForAnother(request, host) ? [421, 404, 400] : []),
    // TLS may end before the service, which then sees a secured address on an unsecured connection (RFC 9110, 7.4).
    ...(/^https:/i.test(target) ? [421, 400] : []),
    ...(isOfUnknownLength(request) ? [400] : []),
    ...(mayFail(request, modified) ? [412] : []),
  ]
}

/**
 * What RFC 3986 allows in a path or a query. A service that finds anything else in a target, such as a bracket or a
 * percent sign that begins no code, may interpret it or refuse the request as malformed.
 */
const addressCharacters = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i

/** An absolute URL with a user in it, which is better treated as an error (RFC 9110, 4.2.4). */
const holdsCredential = /^https?:\/\/[^/?#]*@/i

/** Whether neither the target nor any field may count as a breach of HTTP's grammar. */
const isWellFormed = (request: SentRequest): boolean =>
  addressCharacters.test(request.target.replace(/^https?:\/\/[^/?#]*/i, '')) &&
  !holdsCredential.test(request.target) &&
  request.target !== '*' &&
  !hasMalformedField(request)

/**
 * Whether the request names a host other than the one it is sent to. The service need not answer for that host, nor
 * have anything there (RFC 9110, 7.1 and 7.4).
 */
function isForAnother(request: SentRequest, own?: string): boolean {
  const [host = own] = valuesOf(request, 'host')
  return (own !== undefined && host?.toLowerCase() !== own) || namesTwoHosts(request, own)
}

/** Whether its target and its Host differ: clients must send the same, services should ignore Host (RFC 9112, 3.2). */
function namesTwoHosts(request: SentRequest, own?: string): boolean {
  const [, authority] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(request.target) ?? []
  const [host = own] = valuesOf(request, 'host')
  return authority !== undefined && authority !== host
}

/** Whether it is a POST in HTTP/1.0 that does not say how long its content is (RFC 1945, 8.3). */
const isOfUnknownLength = (request: SentRequest): boolean =>
  /^POST [^\r\n]* HTTP\/1\.0\r\n/.test(request.octets ?? '') &&
  valuesOf(request, 'content-length').length === 0

/** Whether a service may have reset the connection before the whole request had arrived. */
export function isTooMuch(request: SentRequest): boolean {
  const { target, body = '' } = request
  return target.length > bounds.target || isLongHead(request) || body.length > muchContent
}

const isLongHead = (request: SentRequest): boolean =>
  octetsOfHead(request) > bounds.header || request.fields.length > bounds.fields

/** Services count a line as it was sent, or as it is usually written: the larger of the two. */
function octetsOfHead({ fields, octets = '' }: SentRequest): number {
  const lines = octets.slice(octets.indexOf('\r\n') + 2, octets.indexOf('\r\n\r\n') + 2)
  return Math.max(headLength(fields), lines.length)
}

/** HTTP defines one expectation; any other may be refused. */
const isExpecting = (request: SentRequest): boolean =>
  valuesOf(request, 'expect').some((value) => !isContinue(value))

/** Whether a condition that the contract does not mention may fail: HTTP then has 412 (RFC 9110, 13.1.1 and 13.1.4). */
function mayFail(request: SentRequest, modified: LastModified | undefined): boolean {
  const [tags] = valuesOf(request, 'if-match')
  const [since] = valuesOf(request, 'if-unmodified-since')
  const isByDate = since !== undefined && modified !== undefined
  return (tags !== undefined && tags.trim() !== '*') || (isByDate && !(Date.parse(since) >= modified.latest))
}
