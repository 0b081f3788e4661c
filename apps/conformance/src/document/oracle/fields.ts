/** The header fields of a response: those that HTTP asks for, and those that the document declares. */
import { codingsOf, fieldValue, membersOf, valuesOf } from '@plant-store/raw-http'
import { isObject, objectAt } from '../../contract/pointers.ts'
import { formsOfResponses, token } from '../../oracle/field-grammar.ts'
import type { AnyOperation, DeclaredResponse } from '../model.ts'
import { problemOf, validatorFor } from '../schemas.ts'
import { readText } from '../values/read.ts'
import { demandsFor } from '../values/shape.ts'
import { readJson } from './content.ts'
import type { Received } from './analyse.ts'

/** What HTTP asks of fields, whatever the operation. */
export function checkFields(received: Received): void {
  const { response, analysis, seen } = received
  const { status } = response
  if (status < 300) checkCoding(received)
  checkAllow(received)
  if (status === 401) checkChallenge(received)
  if (analysis.isHead && response.body.length > 0)
    seen.require('head-as-get', 'content, in response to HEAD', 'no content')
  if (status === 206) checkRange(received)
  checkProblem(received)
  for (const [name, form, due] of formsOfResponses)
    for (const value of valuesOf(response, name))
      seen.require('fields-well-formed', form.test(value) ? undefined : `${name}: ${value}`, due)
}

/** Where there is one scheme alone that a client can use, the challenge names it (RFC 6750, 3, and RFC 7617, 2). */
function checkChallenge({ response, analysis, service, seen }: Received): void {
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
function checkCoding({ response, analysis, request, seen }: Received): void {
  const accepted = valuesOf(request, 'accept-encoding')
  if (accepted.length === 0) return
  const wishes = membersOf(`identity,${accepted.join()}`).map((one) => one.split(/\s*;\s*q=/))
  const weights = new Map(wishes.map(([name = '', weight = '1']) => [plainName(name), Number(weight)]))
  // What is named for a coding has it, such as a file.
  for (const coding of codingsOf(response).filter((one) => analysis.asked?.path.includes(one) !== true)) {
    const isAccepted = (weights.get(plainName(coding)) ?? weights.get('*') ?? 0) > 0
    const due = `a coding that is accepted: ${accepted.join() || 'none'}`
    seen.require('coding-accepted', isAccepted ? undefined : `Content-Encoding: ${coding}`, due)
  }
}

const plainName = (coding: string): string => coding.replace(/^x-/, '')

/** Of a 405, and of OPTIONS: every other method that the document declares at the path. */
function checkAllow({ response, analysis, request, seen }: Received): void {
  const allow = fieldValue(response, 'Allow')
  const { status } = response
  if (status !== 405 && !(request.method === 'OPTIONS' && status < 300 && allow !== undefined)) return
  const names = allow?.split(',').map((name) => name.trim()) ?? []
  const others = analysis.allowed.filter((one) => one !== request.method)
  const isRight =
    allow !== undefined &&
    !(status === 405 && names.includes(request.method)) &&
    others.every((one) => names.includes(one))
  const came = `${status} ${allow === undefined ? 'without Allow' : `with Allow: ${allow}`}`
  seen.require('allow-names-methods', isRight ? undefined : came, 'Allow with the methods of the resource')
}

function checkProblem({ response, seen }: Received): void {
  if (!/^application\/problem\+json/i.test(fieldValue(response, 'Content-Type') ?? '')) return
  const { value } = readJson(response)
  const status = isObject(value) ? value['status'] : undefined
  if (typeof status !== 'number') return
  const came = status === response.status ? undefined : `${response.status}, with status ${status} in it`
  seen.require('problem-status', came, 'the same status in both')
}

/** Of one range; several are sent as multipart/byteranges. */
function checkRange({ response, seen }: Received): void {
  const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(fieldValue(response, 'Content-Range') ?? '') ?? []
  if (from === undefined || to === undefined || response.body.length === 0) return
  const length = Number(to) - Number(from) + 1
  const came = response.body.length === length ? undefined : `${response.body.length} bytes`
  seen.require('ranges-right', came, `${length} bytes, as Content-Range says`)
}

/** Required fields are there, and declared ones match their schema. */
export function checkDeclaredFields(
  { response, service: { contract }, seen }: Received,
  operation: AnyOperation,
  declared: DeclaredResponse,
): void {
  const rule = `${operation.id}:header`
  for (const { name, isRequired, schema } of declared.headers) {
    const text = fieldValue(response, name)
    if (text === undefined) {
      if (isRequired) seen.require(rule, `no ${name}`, `${name} with every ${declared.status}`)
      continue
    }
    if (schema === undefined || problemOf(contract, schema, 'response') !== undefined) continue
    const read = readText(text, demandsFor(contract, schema))
    if (read === 'open') continue
    const [first] = validatorFor(contract, schema, 'response')(read.value)
    seen.require(rule, first && `${name}: ${text}`, `${name}: ${first?.due ?? ''}`)
  }
}
