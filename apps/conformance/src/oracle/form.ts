/** The form of a request: what it asks of HTTP itself, and whether it is larger than a service has to accept. */
import { headLength, isContinue, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'
import type { LastModified } from './analysis.ts'
import { hasMalformedField } from './field-grammar.ts'

/** The contract's bounds: bytes of a target, bytes of all header lines, and their number. */
export const bounds = { target: 8000, header: 16_384, fields: 100 } as const

/** A service may answer before it has read content longer than this. */
const muchContent = 10_000

/** The service's host, and when the list was last changed, where responses say so. */
interface Asked {
  readonly host?: string | undefined
  readonly modified?: LastModified | undefined
}

/** Something about the form of a request: the rule that makes it valid, and the statuses besides 200 that it may lead to. */
interface Form {
  readonly when: (request: SentRequest, asked: Asked) => boolean
  readonly ground?: string
  readonly statuses?: readonly number[]
}

const forms: readonly Form[] = [
  { when: ({ method }) => method === 'HEAD', ground: 'head-as-get' },
  { when: ({ body }) => body !== undefined, ground: 'content-means-nothing', statuses: [413] },
  // HTTP defines one expectation; any other may be refused.
  { when: has('expect', (value) => !isContinue(value)), ground: 'expectation-417', statuses: [417] },
  { when: ({ target }) => target.length > bounds.target / 4, ground: 'target-of-8000' },
  { when: (request) => bytesOfHead(request) > bounds.header / 4, ground: 'header-of-16384' },
  { when: has('if-none-match'), statuses: [304] },
  { when: ({ target }) => target.length > bounds.target, statuses: [414] },
  { when: (request) => isLongHead(request) || request.target.length > bounds.header, statuses: [431] },
  { when: (request) => !isWellFormed(request), statuses: [400] },
  // Some refuse a name that no host of theirs has, or an underscore in it.
  { when: isForAnother, statuses: [421, 404, 400] },
  // TLS may end before the service, which then sees a secured address on an unsecured connection (RFC 9110, 7.4).
  { when: ({ target }) => /^https:/i.test(target), statuses: [421, 400] },
  { when: isOfUnknownLength, statuses: [400] },
  // A condition that the contract does not mention may fail: HTTP then has 412 (RFC 9110, 13.1.1 and 13.1.4).
  { when: has('if-match', (tags) => tags.trim() !== '*'), statuses: [412] },
  { when: mayBeModified, statuses: [412] },
]

/** Whether a request has this field, with such a value. */
function has(name: string, isSuch: (value: string) => boolean = () => true): Form['when'] {
  return (request) => valuesOf(request, name).some((value) => isSuch(value))
}

/** The rules about form that make the request valid, and the statuses besides 200 that its form may lead to. */
export function formOf(
  request: SentRequest,
  asked: Asked,
): { readonly grounds: readonly string[]; readonly statuses: readonly number[] } {
  const own = forms.filter(({ when }) => when(request, asked))
  return {
    grounds: own.flatMap(({ ground }) => ground ?? []),
    statuses: own.flatMap(({ statuses = [] }) => statuses),
  }
}

/**
 * Whether neither the target nor any field may count as a breach of HTTP's grammar. A service that finds anything but what
 * RFC 3986 allows in a path or a query, such as a bracket, may interpret it or refuse the request; and a user in an absolute
 * URL is better treated as an error (RFC 9110, 4.2.4).
 */
const isWellFormed = (request: SentRequest): boolean =>
  /^(?!https?:\/\/[^/?#]*@)(?:https?:\/\/[^/?#]*)?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i.test(
    request.target,
  ) &&
  request.target !== '*' &&
  !hasMalformedField(request)

/**
 * Whether the request names a host other than the one it is sent to, or another in its target than in its Host. The
 * service need not answer for that host, nor have anything there (RFC 9110, 7.1 and 7.4; RFC 9112, 3.2).
 */
function isForAnother(request: SentRequest, { host: own }: Asked): boolean {
  const [host = own] = valuesOf(request, 'host')
  const [, authority = host] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(request.target) ?? []
  return (own !== undefined && host?.toLowerCase() !== own) || authority !== host
}

/** Whether it is a POST in HTTP/1.0 that does not say how long its content is (RFC 1945, 8.3). */
function isOfUnknownLength(request: SentRequest): boolean {
  const isOld = /^POST [^\r\n]* HTTP\/1\.0\r\n/.test(request.bytes ?? '')
  return isOld && valuesOf(request, 'content-length').length === 0
}

/** Whether a service may have reset the connection before the whole request had arrived. */
export function isTooMuch(request: SentRequest): boolean {
  const { target, body = '' } = request
  return target.length > bounds.target || isLongHead(request) || body.length > muchContent
}

const isLongHead = (request: SentRequest): boolean =>
  bytesOfHead(request) > bounds.header || request.fields.length > bounds.fields

/** Services count a line as it was sent, or as it is usually written: the larger of the two. */
function bytesOfHead({ fields, bytes = '' }: SentRequest): number {
  const lines = bytes.slice(bytes.indexOf('\r\n') + 2, bytes.indexOf('\r\n\r\n') + 2)
  return Math.max(headLength(fields), lines.length)
}

function mayBeModified(request: SentRequest, { modified }: Asked): boolean {
  const [since] = valuesOf(request, 'if-unmodified-since')
  return since !== undefined && modified !== undefined && !(Date.parse(since) >= modified.latest)
}
