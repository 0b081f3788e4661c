/** Which requests the given contract describes. Implementers and their tools decide how all others are answered. */
import { headLength, membersOf, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../src/exchange.ts'
import type { Subject } from '../src/subject.ts'
import { splitTarget } from '../src/document/paths.ts'

/** Less than every server and proxy accepts. */
const bounds = { target: 2000, header: 4096, fields: 50 } as const

/**
 * Whether the request is described in every respect: its form, and its header fields. Only then may a refusal be
 * checked against the schema of refusals. `host` is the service's own, with its port, where known.
 */
export const isDescribedRequest = (request: SentRequest, host?: string): boolean =>
  isOrdinary(request) && hasUsualFields(request, host)

/**
 * Whether the request has the form that the given contract uses: GET, without content, in HTTP/1.1 that nobody objects
 * to, with each field once. Other requests may never reach the service, since proxies and parsers answer them with
 * pages of their own.
 */
export function isOrdinary(request: SentRequest): boolean {
  const { method, target, fields, body, bytes } = request
  return (
    method === 'GET' &&
    bytes === undefined &&
    body === undefined &&
    isOrdinaryTarget(target) &&
    headLength(fields) <= bounds.header &&
    fields.length <= bounds.fields &&
    fields.every(([, value]) => /^[\t -~]*$/.test(value)) &&
    !fields.some(([name]) => framing.test(name)) &&
    new Set(fields.map(([name]) => name.toLowerCase())).size === fields.length
  )
}

/** Fields that say where a request ends, or ask for more than a response. */
const framing = /^(?:content-length|transfer-encoding|trailer|expect|upgrade)$/i

/** Whether it is a path and a query as in RFC 3986, of printable characters that all parsers read alike. */
export function isOrdinaryTarget(target: string): boolean {
  if (target.length > bounds.target || !/^\/(?:[\w\-.~!$&'()*+,=:@/?]|%[\da-f]{2})*$/i.test(target)) {
    return false
  }
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(target))
  } catch {
    return false
  }
}

/** Fields that clients send on their own, with values that nobody objects to. */
const usualFields: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    authorization: /^/,
    accept: /^(?:\*\/\*|application\/json)$/i,
    'accept-encoding': /^(?:gzip|deflate|br|zstd|identity)(?:, *(?:gzip|deflate|br|zstd|identity))*$/,
    connection: /^(?:keep-alive|close)$/i,
    'if-none-match': /^(?:\*|(?:W\/)?"[!#-~]*"(?:, *(?:W\/)?"[!#-~]*")*)$/,
    'user-agent': /^[\w-]+\/\w/,
    'x-request-id': /^[\w.:-]{1,64}$/,
    'x-schemathesis-testcaseid': /^/,
  }),
)

/**
 * Whether its header contains only usual fields: about others, and about requests to another host, the given contract is
 * silent.
 */
export const hasUsualFields = ({ fields }: SentRequest, host?: string): boolean =>
  fields.every(([name, value]) =>
    name.toLowerCase() === 'host'
      ? host === undefined || value.toLowerCase() === host
      : usualFields.get(name.toLowerCase())?.test(value) === true,
  )

/** Whether it accepts another media type, in which a service may well offer the list, too. */
export const acceptsOtherTypes = (request: SentRequest): boolean =>
  membersOf(valuesOf(request, 'accept').join(',')).some(
    (member) => !/^(?:application\/(?:json|\*)|\*\/\*)(?: *;|$)/i.test(member),
  )

/** Whether nothing in its target could alarm a guard in front of the service, which has refusals of its own. */
export const isHarmless = ({ target }: SentRequest): boolean => /^[\w.~+/?&=-]*$/.test(target)

/** Whether the contract says what is due: the given one does so only for usual requests to its one path. */
export const isSpokenOf = (request: SentRequest, { url, only }: Pick<Subject, 'url' | 'only'>): boolean =>
  only === 'all' ||
  (isDescribedRequest(request, new URL(url).host) && splitTarget(request.target)[0] === '/plants')
