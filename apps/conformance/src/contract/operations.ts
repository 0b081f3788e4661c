/** The operations that the document declares, and the targets that lead to them. */
import { readContract } from './document.ts'
import { type AnyContract, type AnyOperation, isSafe, type Parameter } from '../document/model.ts'
import { operationsOf as readOperations } from '../document/operations.ts'
import { objectAt } from './pointers.ts'

/** One operation of the document. */
export interface Operation {
  readonly operationId: string
  readonly method: string
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

/** The operation whose lists the world file gives: the oracle of our own contract knows it in full. */
export const knownOperation = 'listPlants'

export const operations: readonly Operation[] = operationsOf(readContract().document).filter(
  ({ operationId }) => operationId === knownOperation,
)

/** This repository's contract, as any other is read. */
export const ownContract: AnyContract = (() => {
  const { name, document, lines } = readContract()
  return {
    name,
    title: String(objectAt(document, '/info')['title']),
    text: lines.join('\n'),
    document,
    operations: readOperations(document),
    files: [],
  }
})()

/** What else it declares: checked as any document is. */
export const otherOperations: readonly AnyOperation[] = ownContract.operations.filter(
  ({ id }) => id !== knownOperation,
)

/** Whether it declares what may change something. */
export const changesAnything = otherOperations.some(({ method }) => !isSafe(method))

/** The methods allowed at a path: HEAD wherever there is GET. */
export function methodsAt(all: readonly Operation[], path: string): readonly string[] {
  const allowed = all.filter((operation) => operation.path === path).map(({ method }) => method)
  return allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
}

/** The query is everything after the first question mark. Of an absolute URL, only the part after the host counts. */
export function splitTarget(whole: string): readonly [path: string, query: string] {
  const target = whole.replace(/^https?:\/\/[^/?#]*(?=([/?]?))/i, (_, next: string) =>
    next === '/' ? '' : '/',
  )
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

const withParameter = (valueFor: (minimum: number) => number): readonly string[] =>
  operations.flatMap(({ path, integers }) =>
    integers.map(({ name, minimum }) => `${path}?${name}=${valueFor(minimum)}`),
  )

/** Each path, without parameters. */
export const plainTargets: readonly string[] = operations.map(({ path }) => path)

/** The same with one parameter, that is 1. */
export const smallTargets = withParameter(() => 1)

/** The same with one parameter, that is less than it may be. */
export const wrongTargets = withParameter((minimum) => minimum - 1)
