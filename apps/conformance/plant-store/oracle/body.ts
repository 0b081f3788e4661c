/** The body of a response: a list, a refusal, or none. */
import { ValuePointer } from '@sinclair/typebox/value'
import { isPlantStoreError } from '@plant-store/contracts/validators'
import { codingsOf, membersOf, valuesOf } from '@plant-store/raw-http'
import { acceptsOtherTypes, hasUsualFields } from '../given-requests.ts'
import { checkSchema, schemaFor } from './responses.ts'
import type { RawResponse } from '../../src/exchange.ts'
import { quote } from '../../src/quote.ts'
import { Examination } from '../../src/oracle/any-oracle.ts'
import type { RequestContext } from './knowledge.ts'
import { checkList } from './list.ts'
import { checkMessage } from './message.ts'
import { contentTypeFault } from './content-type.ts'

/** Checks the body of a response that has one. */
export function checkBody(response: RawResponse, context: RequestContext, seen: Examination): void {
  const { status } = response
  const { request, analysis, knowledge } = context
  if (analysis.isHead || status === 204 || status === 304) return
  if (knowledge.only === 'all' || hasUsualFields(request, knowledge.host))
    checkCoding(response, context, seen)
  if (!isDescribed(status, context)) return
  if (status === 200) checkSuccess(response, context, seen)
  else if (status >= 400) checkRefusalBody(response, context, seen)
}

/** By the given contract alone, a list and one refusal are described, and only where they are asked for as usual. */
function isDescribed(status: number, { request, analysis, knowledge }: RequestContext): boolean {
  if (knowledge.only === 'all') return true
  if (status === 200) return !acceptsOtherTypes(request)
  return status === 400 && hasUsualFields(request, knowledge.host) && analysis.isList === true
}

/**
 * Where a request names codings, the response uses no others. A request without Accept-Encoding accepts any coding (RFC
 * 9110, 12.5.3). Weights don't count: a service should follow them, but need not.
 */
function checkCoding(response: RawResponse, { request }: RequestContext, seen: Examination): void {
  const lines = valuesOf(request, 'accept-encoding')
  const codings = codingsOf(response).filter((coding) => coding !== 'identity')
  if (lines.length === 0 || codings.length === 0) return
  const named = new Set(membersOf(lines.join(',')).map((member) => member.replace(/;.*/s, '').trim()))
  const isNamed = codings.every((coding) =>
    [coding, coding.replace(/^x-/, ''), `x-${coding}`, '*'].some((name) => named.has(name)),
  )
  const came = isNamed ? undefined : `Content-Encoding: ${codings.join(', ')}`
  seen.require('payload-is-json', came, `codings that are in Accept-Encoding: ${lines.join(', ')}`)
}

function checkSuccess(response: RawResponse, context: RequestContext, seen: Examination): void {
  const { isList, faults, isOpen } = context.analysis
  if (isList !== true) return
  const value = checkContent(response, schemaFor(200), context, seen)
  if (faults.length === 0 && !isOpen) checkList(value, context, seen)
}

/** A refusal that is not declared has the body of one that is. */
function checkRefusalBody(response: RawResponse, context: RequestContext, seen: Examination): void {
  const { status, body } = response
  const { request, knowledge } = context
  if (body.length === 0) {
    const rule = status === 400 ? 'error-is-object' : 'every-refusal-has-error-body'
    seen.require(rule, `${status} without a body`, 'a body of the schema Error')
    return
  }
  const value = checkContent(response, schemaFor(status) ?? schemaFor(400), context, seen)
  if (!isPlantStoreError(value)) return
  const first = knowledge.statusOfError(value.error, status)
  const clash = first === status ? undefined : `error ${value.error} with ${status}, and with ${first} before`
  seen.require('one-number-per-cause', clash, 'a different number for each cause')
  const { accepted, refused } = knowledge.tokens
  checkMessage(value.message, request, { host: knowledge.host, tokens: [...accepted, ...refused] }, seen)
}

/** Returns the value if it has the form that is due, otherwise undefined. */
function checkContent(
  response: RawResponse,
  schema: string | undefined,
  { knowledge }: RequestContext,
  seen: Examination,
): unknown {
  if (schema === undefined) return undefined
  const isList = response.status < 400
  const typeRule = isList ? 'list-content-type' : 'error-content-type'
  seen.require(typeRule, contentTypeFault(response), 'Content-Type: application/json')
  const { value, faults } = knowledge.read(response)
  const wrong =
    faults.length === 0
      ? undefined
      : `the body ${quote(response.body.toString('utf8'))}: ${faults.join('; ')}`
  if (!seen.require('payload-is-json', wrong, 'one JSON text in UTF-8')) return undefined
  return hasForm(value, schema, isList ? 'bodies-as-declared' : 'every-refusal-has-error-body', seen)
    ? value
    : undefined
}

/** `otherRule` is broken where no rule stands at the very part of the schema. */
function hasForm(value: unknown, schema: string, otherRule: string, seen: Examination): boolean {
  const { faults, extra, rules } = checkSchema(schema, value, otherRule)
  for (const { rule, place, due } of faults) {
    const part: unknown = place === '' ? value : ValuePointer.Get(value, place)
    const came = part === undefined ? 'nothing' : quote(JSON.stringify(part))
    seen.require(rule, `${came} at ${place === '' ? 'the top' : place}`, due)
  }
  for (const rule of [...rules, ...(faults.length === 0 ? [otherRule] : [])]) seen.kept.add(rule)
  const member = extra === undefined ? undefined : `the member ${extra}`
  seen.require('no-extra-members', member, 'only the members that the schema names')
  return faults.length === 0
}

/** Checks that the service did not admit a request that it must refuse, whatever the form of the request. */
export function checkAdmission(response: RawResponse, context: RequestContext, seen: Examination): void {
  const { isList, faults, isHead, isOpen } = context.analysis
  const [fault] = faults
  if (fault === undefined || isList !== true || isHead || isOpen || response.status !== 200) return
  const isAdmitted = checkContent(response, schemaFor(200), context, new Examination()) !== undefined
  seen.require(fault.rule, isAdmitted ? '200 with a list' : undefined, 'a refusal, or no response')
}
