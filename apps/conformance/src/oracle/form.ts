/** The form of a request: what it asks of HTTP itself, and whether it is larger than a service has to accept. */
import { headLength, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'
import { hasMalformedField } from './field-grammar.ts'

/** What any service should accept: bytes of a target (RFC 9112, 3), bytes of all header lines, and their number. */
export const bounds = { target: 8000, header: 16_384, fields: 100 } as const

type Is = (request: SentRequest, host: string | undefined) => boolean

/** Statuses besides those of a success that a form of a request may lead to. */
const forms: readonly (readonly [is: Is, ...statuses: readonly number[]])[] = [
  [({ body }) => body !== undefined, 413],
  [has('if-none-match'), 304],
  [({ target }) => target.length > bounds.target, 414],
  [(request) => isLongHead(request) || request.target.length > bounds.header, 431],
  [(request) => !isWellFormed(request), 400],
  // Some refuse a name that no host of theirs has, or an underscore in it.
  [isForAnother, 421, 404, 400],
  // TLS may end before the service, which then sees a secured address on an unsecured connection (RFC 9110, 7.4).
  [({ target }) => /^https:/i.test(target), 421, 400],
  [isOfUnknownLength, 400],
  // A condition that the contract does not mention may fail: HTTP then has 412 (RFC 9110, 13.1.1 and 13.1.4).
  [has('if-match', (tags) => tags.trim() !== '*'), 412],
]

/** Whether a request has this field, with such a value. */
function has(name: string, isSuch: (value: string) => boolean = () => true): Is {
  return (request) => valuesOf(request, name).some((value) => isSuch(value))
}

/** The statuses besides those of a success that the form of a request may lead to; `host`: that of the service. */
export const statusesOfForm = (request: SentRequest, host?: string): readonly number[] =>
  forms.flatMap(([is, ...statuses]) => (is(request, host) ? statuses : []))

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
function isForAnother(request: SentRequest, own: string | undefined): boolean {
  const [host = own] = valuesOf(request, 'host')
  const [, authority = host] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(request.target) ?? []
  return (own !== undefined && host?.toLowerCase() !== own) || authority !== host
}

/** Whether it is a POST in HTTP/1.0 that does not say how long its content is (RFC 1945, 8.3). */
function isOfUnknownLength(request: SentRequest): boolean {
  const isOld = /^POST [^\r\n]* HTTP\/1\.0\r\n/.test(request.bytes ?? '')
  return isOld && valuesOf(request, 'content-length').length === 0
}

/** Whether its header is longer than a service has to accept. */
export const isLongHead = (request: SentRequest): boolean =>
  bytesOfHead(request) > bounds.header || request.fields.length > bounds.fields

/** Services count a line as it was sent, or as it is usually written: the larger of the two. */
export function bytesOfHead({ fields, bytes = '' }: SentRequest): number {
  const lines = bytes.slice(bytes.indexOf('\r\n') + 2, bytes.indexOf('\r\n\r\n') + 2)
  return Math.max(headLength(fields), lines.length)
}
