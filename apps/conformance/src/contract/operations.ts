/** The operations that the document declares, and the targets that lead to them. */
import { readContract } from './document.ts'
import type { Parameter } from '../document/model.ts'
import { operationsOf as readOperations } from '../document/operations.ts'
import { objectAt } from './pointers.ts'

/** One operation of the document. */
export interface Operation {
  readonly operationId: string
  readonly method: string
  /** May be a template, such as `/plants/{id}`. */
  readonly path: string
  /** The parameters of the query that are whole numbers. */
  readonly integers: readonly IntegerParameter[]
  /** By status: where the document describes the response, as a JSON pointer. */
  readonly responses: Readonly<Record<string, string>>
}

/** A whole number in the query. */
export interface IntegerParameter {
  readonly name: string
  readonly minimum: number
  readonly maximum: number
}

/** Every operation of an OpenAPI document, in its order. */
export const operationsOf = (document: unknown): readonly Operation[] =>
  readOperations(document).map(({ id, method, path, parameters, responses }) => ({
    operationId: id,
    method,
    path,
    integers: parameters.flatMap((parameter) => readInteger(document, parameter)),
    responses: Object.fromEntries(responses.map(({ status, pointer }) => [status, pointer])),
  }))

/** The parameter, if it is a whole number in the query. */
function readInteger(document: unknown, { name, in: where, schema }: Parameter): readonly IntegerParameter[] {
  const { type, minimum = 0, maximum = 2_147_483_647 } = objectAt(document, schema)
  return where === 'query' && type === 'integer'
    ? [{ name, minimum: Number(minimum), maximum: Number(maximum) }]
    : []
}

/** The operations of this repository's contract. */
export const operations: readonly Operation[] = operationsOf(readContract().document)

/** Whether it returns the list of the world file: what each caller is owed is known for no other operation. */
export const listsPlants = ({ operationId }: Operation): boolean => operationId === 'listPlants'

/** The methods allowed at a path: HEAD wherever there is GET. */
export function methodsAt(all: readonly Operation[], path: string): readonly string[] {
  const allowed = all.filter((operation) => operation.path === path).map(({ method }) => method)
  return allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
}

/** Whether the path is a template (OpenAPI 3.1.0, 4.8.8.2): no document says for which values something exists. */
export const isTemplate = (path: string): boolean => path.includes('{')

/** The query is everything after the first question mark. Of an absolute URL, only the part after the host counts. */
export function splitTarget(whole: string): readonly [path: string, query: string] {
  const target = whole.replace(/^https?:\/\/[^/?#]*(?=([/?]?))/i, (_, next: string) =>
    next === '/' ? '' : '/',
  )
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

const fixed = operations.filter(({ method, path }) => method === 'GET' && !isTemplate(path))

const withParameter = (valueFor: (minimum: number) => number): readonly string[] =>
  fixed.flatMap(({ path, integers }) =>
    integers.map(({ name, minimum }) => `${path}?${name}=${valueFor(minimum)}`),
  )

/** Each path without a value in it, without parameters. */
export const plainTargets: readonly string[] = fixed.map(({ path }) => path)

/** The same with one parameter, that is 1. */
export const smallTargets = withParameter(() => 1)

/** The same with one parameter, that is less than it may be. */
export const wrongTargets = withParameter((minimum) => minimum - 1)
