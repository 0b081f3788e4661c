/** The parameters and the content of a request: their values, and what is wrong with them by the document. */
import { isObject } from '../../contract/pointers.ts'
import type { SentRequest } from '../../exchange.ts'
import type { AnyContract, AnyOperation, Parameter } from '../model.ts'
import { isCursor, isOfPages } from '../paging.ts'
import { ruleId } from '../rules.ts'
import { problemOf, validatorFor } from '../schemas.ts'
import { matchPath, splitTarget } from '../paths.ts'
import { isAmong, type Service } from './service.ts'
import { isRightBody, kindOf, readParameter } from '../values/read.ts'
import { demandsFor } from '../values/shape.ts'

interface ReadParts {
  /** Of the parameters, by name; only those whose value is clear. */
  readonly values: ReadonlyMap<string, unknown>
  /** The ids of the rules that the request breaks. */
  readonly broken: readonly string[]
  /** Whether a service may read a part in another way, or refuse one that is not declared, or not clearly. */
  readonly isOpen: boolean
}

export function readParts(asked: AnyOperation, service: Service, request: SentRequest): ReadParts {
  const { contract } = service
  const [path, query] = splitTarget(request.target)
  const parts = { path: matchPath(asked.path, path) ?? {}, query, fields: request.fields }
  const values = new Map<string, unknown>()
  const found = asked.parameters.map((one) => {
    const read = readParameter(one, demandsFor(contract, one.schema), parts)
    if (read === 'absent') return one.isRequired ? ruleId(asked, 'required', one.in, one.name) : undefined
    if (read === 'open') return 'open'
    values.set(one.name, read.value)
    return brokenBy(read.value, one, asked, service)
  })
  const all = [...found, brokenByBody(request, asked, contract)]
  const isOpen = all.includes('open') || hasUndeclared(asked, query, contract) || isReversed(values)
  return { values, broken: all.flatMap((one) => (one === undefined || one === 'open' ? [] : one)), isOpen }
}

/** The rule that the value breaks; undefined where it is right; 'open' where a service may refuse it all the same. */
function brokenBy(value: unknown, one: Parameter, asked: AnyOperation, service: Service): string | undefined {
  const { contract, ownForms } = service
  if (validatorFor(contract, one.schema)(value).length > 0)
    return ruleId(asked, 'parameter', one.in, one.name)
  // There is no page behind a negative number, nor beyond 32 bits, whatever a schema without bounds says.
  const numbers = isObject(value) ? Object.values(value) : [value]
  const isBehind = isOfPages(one) && numbers.some((each) => Number(each) < 0 || Number(each) >= 2 ** 31)
  const isUnusable = problemOf(contract, one.schema) !== undefined
  // What we made for a parameter that wants a form of its own.
  const isOfOtherForm = !isAmong(ownForms.get(one) ?? [value], value)
  return isCursor(one) || isBehind || isUnusable || isOfOtherForm ? 'open' : undefined
}

/** The same of the content; 'open' where the document does not say, or readers may differ. */
function brokenByBody(request: SentRequest, asked: AnyOperation, contract: AnyContract): string | undefined {
  if (asked.body === undefined) return (request.body ?? '') === '' ? undefined : 'open'
  const isRight = isRightBody(contract, asked.body, request)
  return isRight === 'open' ? isRight : isRight ? undefined : ruleId(asked, 'request-body')
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
