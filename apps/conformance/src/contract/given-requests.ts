/** Which requests the given contract describes. How others are answered, its implementers and their tools decide. */
import { headLength, valuesOf } from '@plant-store/raw-http'
import type { Answer, Exchange, SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import { pathOf } from './split-target.ts'

/** Less than any server or proxy takes in. */
const bounds = { target: 2000, header: 4096, fields: 50 } as const

/**
 * Whether it is described in every respect: how it is put, and what stands in its header. Only then may a refusal be held
 * against the schema of refusals.
 */
export const isDescribedRequest = (request: SentRequest): boolean =>
  isOrdinary(request) && hasUsualFields(request)

/**
 * Whether it is put as the given contract puts requests: GET, without content, in HTTP/1.1 that nobody takes offence at.
 * What is not may never reach the service, since proxies and parsers answer it with pages of their own.
 */
export function isOrdinary(request: SentRequest): boolean {
  const { method, target, fields, body, octets } = request
  return (
    method === 'GET' &&
    octets === undefined &&
    body === undefined &&
    isOrdinaryTarget(target) &&
    headLength(fields) <= bounds.header &&
    fields.length <= bounds.fields &&
    fields.every(([, value]) => /^[\t -~]*$/.test(value)) &&
    !fields.some(([name]) => framing.test(name)) &&
    ['host', 'authorization'].every((name) => valuesOf(request, name).length <= 1)
  )
}

/** They say where a request ends, or ask for more than an answer. */
const framing = /^(?:content-length|transfer-encoding|trailer|expect|upgrade)$/i

/** A path and a query as RFC 3986 has them, of characters that can be read, and that all parsers take for the same. */
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

/** What clients send of themselves, in values that nobody takes offence at. */
const usualFields: Readonly<Record<string, RegExp>> = {
  host: /^[\w.:[\]-]+$/,
  authorization: /^/,
  accept: /^(?:\*\/\*|application\/json)$/i,
  'accept-encoding': /^(?:gzip|deflate|br|zstd|identity)(?:, *(?:gzip|deflate|br|zstd|identity))*$/,
  connection: /^(?:keep-alive|close)$/i,
  'if-none-match': /^(?:\*|(?:W\/)?"[!#-~]*"(?:, *(?:W\/)?"[!#-~]*")*)$/,
  'user-agent': /^[\w-]+\/\w/,
  'x-request-id': /^[\w.:-]{1,64}$/,
  'x-schemathesis-testcaseid': /^/,
}

/** Whether nothing stands in its header that the given contract is silent about. */
export const hasUsualFields = ({ fields }: SentRequest): boolean =>
  fields.every(([name, value]) => usualFields[name.toLowerCase()]?.test(value) === true)

/** Whether nothing in its target could set a guard before the service off, who has refusals of his own. */
export const isHarmless = ({ target }: SentRequest): boolean => /^[\w.~+/?&=-]*$/.test(target)

/** An exchange that got an answer. */
export type Answered = Exchange & { readonly answer: Answer }

export const isAnswered = (exchange: Exchange): exchange is Answered => 'status' in exchange.answer

/** Whether the contract says what is due to the request: the given one does for its one path, asked for as usual. */
export const isSpokenOf = (request: SentRequest, only: Subject['only']): boolean =>
  only === 'all' || (isDescribedRequest(request) && pathOf(request.target) === '/plants')

/** The given contract describes these answers alone; what others look like is its implementer's own decision. */
export const isDescribed = ({ request, answer }: Answered, only: Subject['only']): boolean =>
  only === 'all' || ((answer.status === 200 || answer.status === 400) && isSpokenOf(request, only))
