/** The header fields of a response: those that HTTP asks for, and those that the document declares. */
import { codingsOf, fieldValue, membersOf, valuesOf } from '@plant-store/raw-http'
import type { RawResponse } from '../../exchange.ts'
import type { Examination } from '../../oracle/examination.ts'
import { isObject } from '../../contract/pointers.ts'
import { problemOf, validatorFor } from '../schemas.ts'
import { readText } from '../values/read-text.ts'
import type { Asked, Declared } from './asked.ts'
import { readJson } from './content.ts'

/** What HTTP asks of fields, whatever the operation: the rule, when it is due, and what came instead. */
export function checkFields(response: RawResponse, { analysis, request }: Asked, seen: Examination): void {
  const { status } = response
  if (status < 300) checkCoding(response, valuesOf(request, 'accept-encoding'), seen)
  if (status === 405) checkAllow(response, request.method, seen)
  if (status === 401) {
    const isMissing = valuesOf(response, 'www-authenticate').length === 0
    seen.require(
      'challenge-sent',
      isMissing ? '401 without WWW-Authenticate' : undefined,
      'WWW-Authenticate with a challenge',
    )
  }
  if (analysis.isHead && response.body.length > 0)
    seen.require('head-as-get', 'content, in response to HEAD', 'no content')
  if (status === 206) checkRange(response, seen)
  checkProblem(response, seen)
  for (const { name, form, due } of grammars) {
    for (const value of valuesOf(response, name)) {
      seen.require('fields-well-formed', form.test(value) ? undefined : `${name}: ${value}`, due)
    }
  }
}

/** Each coding is named in Accept-Encoding, or a star is, with a weight above zero (RFC 9110, 12.4.2); x-gzip is gzip (8.4.1.3). */
function checkCoding(response: RawResponse, accepted: readonly string[], seen: Examination): void {
  const wishes = membersOf(`identity,${accepted.join()}`).map((one) => one.split(/\s*;\s*q=/))
  const weights = new Map(wishes.map(([name = '', weight = '1']) => [plainName(name), Number(weight)]))
  for (const coding of accepted.length === 0 ? [] : codingsOf(response)) {
    const isAccepted = (weights.get(plainName(coding)) ?? weights.get('*') ?? 0) > 0
    const due = `a coding that is accepted: ${accepted.join() || 'none'}`
    seen.require('coding-accepted', isAccepted ? undefined : `Content-Encoding: ${coding}`, due)
  }
}

const plainName = (coding: string): string => coding.replace(/^x-/, '')

const date =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/
const token = String.raw`[!#$%&'*+.^\x60|~\w-]+`

/** Fields that a client goes by, and that no service may write in another way. */
const grammars: readonly { readonly name: string; readonly form: RegExp; readonly due: string }[] = [
  { name: 'Date', form: date, due: 'a date as of RFC 9110, 5.6.7' },
  { name: 'Last-Modified', form: date, due: 'a date as of RFC 9110, 5.6.7' },
  {
    name: 'ETag',
    form: /^(?:W\/)?"[!#-~\u0080-\u00FF]*"$/,
    due: 'an entity tag in quotes (RFC 9110, 8.8.3)',
  },
  {
    name: 'Content-Type',
    form: new RegExp(`^${token}/${token}\\s*(?:;.*)?$`),
    due: 'a media type (RFC 9110, 8.3.1)',
  },
  {
    name: 'Allow',
    form: new RegExp(`^(?:${token})?(?:\\s*,\\s*(?:${token})?)*$`),
    due: 'a list of methods (RFC 9110, 10.2.1)',
  },
]

function checkAllow(response: RawResponse, method: string, seen: Examination): void {
  const allow = fieldValue(response, 'Allow')
  const names = allow?.split(',').map((name) => name.trim())
  const came = names?.includes(method) === true ? `405 with Allow: ${allow ?? ''}` : undefined
  seen.require(
    'allow-names-methods',
    allow === undefined ? '405 without Allow' : came,
    'Allow with the methods of the resource',
  )
}

function checkProblem(response: RawResponse, seen: Examination): void {
  const { value } = readJson(response)
  const status = isObject(value) ? value['status'] : undefined
  const came =
    status === response.status ? undefined : `${response.status}, with status ${String(status)} in it`
  const isProblem = /^application\/problem\+json/i.test(fieldValue(response, 'Content-Type') ?? '')
  if (isProblem && typeof status === 'number') seen.require('problem-status', came, 'the same status in both')
}

/** Of one range; several are sent as multipart/byteranges. */
function checkRange(response: RawResponse, seen: Examination): void {
  const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(fieldValue(response, 'Content-Range') ?? '') ?? []
  if (from === undefined || to === undefined || response.body.length === 0) return
  const length = Number(to) - Number(from) + 1
  const came = response.body.length === length ? undefined : `${response.body.length} bytes`
  seen.require('ranges-right', came, `${length} bytes, as Content-Range says`)
}

/** Required fields are there, and declared ones match their schema. */
export function checkDeclaredFields(response: RawResponse, context: Declared, seen: Examination): void {
  const { operation, declared, service } = context
  const rule = `${operation.id}:header`
  for (const { name, isRequired, schema } of declared.headers) {
    // The media type is declared by the content (OpenAPI 3.1, 4.8.17).
    if (/^content-type$/i.test(name)) continue
    const text = fieldValue(response, name)
    if (text === undefined) {
      if (isRequired) seen.require(rule, `no ${name}`, `${name} with every ${declared.status}`)
      continue
    }
    const value = schema === undefined ? 'open' : readText(text, service.contract, [schema])
    if (value === 'open' || schema === undefined) continue
    if (problemOf(service.contract, schema, 'response') !== undefined) continue
    const [first] = validatorFor(service.contract, schema, 'response')(value.value)
    seen.require(rule, first && `${name}: ${text}`, `${name}: ${first?.due ?? ''}`)
  }
}
