/** The parameters and the content of a request: their values, and what is wrong with them by the document. */
import { isObject } from '../../contract/pointers.ts'
import type { SentRequest } from '../../exchange.ts'
import type { Fault } from '../../oracle/any-oracle.ts'
import type { AnyContract, AnyOperation, Parameter } from '../model.ts'
import { isCursor, isOfPages } from '../paging.ts'
import { ruleId } from '../rules.ts'
import { problemOf, validatorFor } from '../schemas.ts'
import { matchPath, splitTarget } from '../paths.ts'
import { isAmong, type Service } from './service.ts'
import { isRightBody, kindOf, type ParameterReading, readParameter } from '../values/read.ts'
import { demandsFor } from '../values/shape.ts'

interface ReadParts {
  /** Of the parameters, by name; only those whose value is clear. */
  readonly values: ReadonlyMap<string, unknown>
  readonly faults: readonly Fault[]
  /** Whether a service may read a part in another way, or refuse one that is not declared, or not clearly. */
  readonly isOpen: boolean
}

export function readParts(asked: AnyOperation, service: Service, request: SentRequest): ReadParts {
  const { contract } = service
  const [path, query] = splitTarget(request.target)
  const parts = { path: matchPath(asked.path, path) ?? {}, query, fields: request.fields }
  const read = asked.parameters.map(
    (one) => [one, readParameter(one, demandsFor(contract, one.schema), parts)] as const,
  )
  const values = new Map(
    read.flatMap(([{ name }, reading]) => (typeof reading === 'string' ? [] : [[name, reading.value]])),
  )
  const found = read.map(([one, reading]) => faultOf(asked, service, one, reading))
  const all = [...found, bodyFault(asked, contract, request)]
  const isOpen = all.includes('open') || hasUndeclared(asked, query, contract) || isReversed(values)
  return { values, faults: all.filter((one) => typeof one === 'object'), isOpen }
}

/** Undefined where the parameter is right; 'open' where readers may differ, or a service may refuse it all the same. */
function faultOf(
  asked: AnyOperation,
  { contract, ownForms }: Service,
  parameter: Parameter,
  read: ParameterReading,
): Fault | 'open' | undefined {
  const { in: place, name, schema, isRequired } = parameter
  if (read === 'absent') return isRequired ? { rule: ruleId(asked, 'required', place, name) } : undefined
  if (read === 'open') return 'open'
  if (validatorFor(contract, schema)(read.value).length > 0)
    return { rule: ruleId(asked, 'parameter', place, name) }
  // There is no page behind a negative number, nor beyond 32 bits, whatever a schema without bounds says.
  const numbers = isObject(read.value) ? Object.values(read.value) : [read.value]
  const isBehind = isOfPages(parameter) && numbers.some((one) => Number(one) < 0 || Number(one) >= 2 ** 31)
  const isUnusable = problemOf(contract, schema) !== undefined
  // What we made for a parameter that wants a form of its own.
  const isOfOtherForm = !isAmong(ownForms.get(parameter) ?? [read.value], read.value)
  return isCursor(parameter) || isBehind || isUnusable || isOfOtherForm ? 'open' : undefined
}

/** Undefined where the content is right; 'open' where the document does not say, or readers may differ. */
function bodyFault(
  { body: declared, id }: AnyOperation,
  contract: AnyContract,
  request: SentRequest,
): Fault | 'open' | undefined {
  if (declared === undefined) return (request.body ?? '') === '' ? undefined : 'open'
  const isRight = isRightBody(contract, declared, request)
  return isRight === false ? { rule: `${id}:request-body` } : isRight === true ? undefined : isRight
}

/** Whether the query has a parameter that the operation does not declare. One that is an object has members of any name. */
function hasUndeclared(
  { parameters, security }: AnyOperation,
  query: string,
  contract: AnyContract,
): boolean {
  const keys = security
    .flat()
    .flatMap(({ in: place, parameter = '' }) => (place === 'query' ? [parameter] : []))
  // The members of an exploded object stand there by their own names.
  const declared = parameters
    .filter((one) => one.in === 'query')
    .filter(
      (one) => !one.explode || one.style !== 'form' || kindOf(demandsFor(contract, one.schema)) !== 'object',
    )
    .map(({ name }) => name)
    .concat(keys)
  return [...new URLSearchParams(query).keys()].some(
    (name) => !declared.some((one) => name === one || name.startsWith(`${one}[`)),
  )
}

/** By the last such word in the name: `starts_before` names an end, `end_after` a beginning. */
const ends = /^(?:until|till|before|to|ends?|max|lte?|upper)$/i
const beginnings = /^(?:from|since|after|starts?|begins?|min|gte?|lower)$/i

/** Whether something is asked for that ends before it begins: nothing is found there, and a service may refuse it. */
export function isReversed(values: ReadonlyMap<string, unknown>): boolean {
  const bounds = [...values].flatMap(([name, value]) => {
    const word = splitWords(name).findLast((one) => ends.test(one) || beginnings.test(one))
    const at = typeof value === 'string' ? Date.parse(value) : value
    return word === undefined || typeof at !== 'number' ? [] : [{ isFirst: beginnings.test(word), at }]
  })
  const first = Math.max(...bounds.filter(({ isFirst }) => isFirst).map(({ at }) => at))
  return bounds.some(({ isFirst, at }) => !isFirst && at <= first)
}

const splitWords = (name: string): readonly string[] =>
  name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').split(/[^A-Za-z]+/)
