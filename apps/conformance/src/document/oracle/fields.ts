/** The header fields of a response: those that HTTP asks for, and those that the document declares. */
import { codingsOf, fieldValue, membersOf, valuesOf } from '@plant-store/raw-http'
import type { RawResponse } from '../../exchange.ts'
import type { Examination } from '../../oracle/examination.ts'
import { isObject, objectAt } from '../../contract/pointers.ts'
import { problemOf, validatorFor } from '../schemas.ts'
import { readText } from '../values/read-text.ts'
import type { Asked, Declared } from './asked.ts'
import { readJson } from './content.ts'

/** What HTTP asks of fields, whatever the operation: the rule, when it is due, and what came instead. */
export function checkFields(response: RawResponse, asked: Asked, seen: Examination): void {
  const { analysis } = asked
  const { status } = response
  if (status < 300) checkCoding(response, asked, seen)
  checkAllow(response, asked, seen)
  if (status === 401) checkChallenge(response, asked, seen)
  if (analysis.isHead && response.body.length > 0)
    seen.require('head-as-get', 'content, in response to HEAD', 'no content')
  if (status === 206) checkRange(response, seen)
  checkProblem(response, seen)
  for (const { name, form, due } of grammars) {
    for (const value of valuesOf(response, name)) {
      seen.require('fields-well-formed', form.test(value) ? undefined : `${name}: ${value}`, due)
    }
  }
  const [sent, changed] = ['Date', 'Last-Modified'].map((name) =>
    Date.parse(fieldValue(response, name) ?? ''),
  )
  // Clocks of two machines may differ a little.
  if (changed !== undefined && sent !== undefined && changed > sent + 60_000)
    seen.require('fields-well-formed', 'Last-Modified later than Date', 'no time to come (RFC 9110, 8.8.2.1)')
}

/** Where there is one scheme alone that a client can use, the challenge names it (RFC 6750, 3, and RFC 7617, 2). */
function checkChallenge(response: RawResponse, { analysis, service }: Asked, seen: Examination): void {
  const challenges = valuesOf(response, 'www-authenticate')
  const schemes = (analysis.asked?.security ?? [])
    .flat()
    .map(({ pointer }) => objectAt(service.contract.document, pointer))
  const [{ type, scheme: name } = {}, ...others] = schemes
  const isDue = others.every((one) => one['type'] === type && one['scheme'] === name) && type === 'http'
  const word = isDue && /^(?:bearer|basic)$/i.test(String(name)) ? String(name) : token
  const isNamed = challenges.some((one) => new RegExp(`(?:^|,)\\s*${word}(?=[\\s,]|$)`, 'i').test(one))
  const came = `401 ${challenges.length === 0 ? 'without WWW-Authenticate' : `with ${challenges.join()}`}`
  const due = `WWW-Authenticate with a challenge${word === token ? '' : ` for ${word}`}`
  seen.require('challenge-sent', isNamed ? undefined : came, due)
}

/** Each coding is named in Accept-Encoding, or a star is, with a weight above zero (RFC 9110, 12.4.2); x-gzip is gzip (8.4.1.3). */
function checkCoding(response: RawResponse, { analysis, request }: Asked, seen: Examination): void {
  const accepted = valuesOf(request, 'accept-encoding')
  const wishes = membersOf(`identity,${accepted.join()}`).map((one) => one.split(/\s*;\s*q=/))
  const weights = new Map(wishes.map(([name = '', weight = '1']) => [plainName(name), Number(weight)]))
  // What is named for a coding has it, such as a file.
  const codings = codingsOf(response).filter((one) => analysis.asked?.path.includes(one) !== true)
  for (const coding of accepted.length === 0 ? [] : codings) {
    const isAccepted = (weights.get(plainName(coding)) ?? weights.get('*') ?? 0) > 0
    const due = `a coding that is accepted: ${accepted.join() || 'none'}`
    seen.require('coding-accepted', isAccepted ? undefined : `Content-Encoding: ${coding}`, due)
  }
}

const plainName = (coding: string): string => coding.replace(/^x-/, '')

const date =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/
const token = String.raw`[!#$%&'*+.^\x60|~\w-]+`
const parameter = String.raw`${token}\s*=\s*(?:${token}|"(?:[^"\\]|\\.)*")`
const seconds = '(?:max-age|s-maxage)'

/** A list of such members (RFC 9110, 5.6.1). */
const listOf = (member: string): RegExp =>
  new RegExp(String.raw`^(?:${member})?(?:\s*,\s*(?:${member})?)*$`, 'i')

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
  { name: 'Allow', form: listOf(token), due: 'a list of methods (RFC 9110, 10.2.1)' },
  {
    name: 'WWW-Authenticate',
    form: listOf(String.raw`${token}(?: +(?:[\w.~+/-]+=*|${parameter}))?|${parameter}`),
    due: 'challenges, each a scheme and its parameters (RFC 9110, 11.6.1)',
  },
  {
    name: 'Cache-Control',
    form: listOf(
      String.raw`${seconds}="?\d+"?|(?!${seconds}(?:[\s=,]|$))${token}(?:=(?:${token}|"(?:[^"\\]|\\.)*"))?`,
    ),
    due: 'a list of directives, with a number of seconds in max-age (RFC 9111, 5.2)',
  },
  {
    name: 'Retry-After',
    form: new RegExp(String.raw`^\d+$|${date.source}`),
    due: 'a number of seconds, or a date (RFC 9110, 10.2.3)',
  },
  { name: 'Age', form: /^\d+$/, due: 'a number of seconds (RFC 9111, 5.1)' },
  ...['Location', 'Content-Location'].map((name) => ({
    name,
    form: /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/,
    due: 'a reference in the characters of a URI (RFC 3986, 2)',
  })),
  {
    name: 'Content-Language',
    form: listOf(String.raw`[a-z]{1,8}(?:-[a-z\d]{1,8})*`),
    due: 'a list of language tags (RFC 9110, 8.5)',
  },
  { name: 'Accept-Ranges', form: listOf(token), due: 'a list of units (RFC 9110, 14.3)' },
]

/** Of a 405, and of OPTIONS: every other method that the document declares at the path. */
function checkAllow(response: RawResponse, { analysis, request }: Asked, seen: Examination): void {
  const allow = fieldValue(response, 'Allow')
  const { status } = response
  if (status !== 405 && !(request.method === 'OPTIONS' && status < 300 && allow !== undefined)) return
  const names = allow?.split(',').map((name) => name.trim()) ?? []
  const others = analysis.allowed.filter((one) => one !== request.method)
  const isWrong =
    (status === 405 && names.includes(request.method)) || others.some((one) => !names.includes(one))
  const came = `${status} ${allow === undefined ? 'without Allow' : `with Allow: ${allow}`}`
  const isRight = allow !== undefined && !isWrong
  seen.require('allow-names-methods', isRight ? undefined : came, 'Allow with the methods of the resource')
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
