/** Compares the responses that the document declares with those that came. */
import type { Exchange, SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import { operationsAt } from '../document/paths.ts'
import type { AnyOperation } from '../document/model.ts'
import { splitTarget } from './target.ts'

/** The given contract declares two of the statuses. */
const givenStatuses = new Set(['200', '400'])

/** What is expected to be answered, as the document declares it. */
export type Declared = Pick<AnyOperation, 'id' | 'method' | 'path' | 'responses'>

/** The operation that the request is for. */
export const operationFor = <One extends Declared>(
  operations: readonly One[],
  { method, target }: SentRequest,
): One | undefined =>
  operationsAt(
    operations.filter((one) => one.method === method),
    splitTarget(target)[0],
  )[0]

/** Sees every exchange as it is made. Depends on the document alone: a new operation needs no line here. */
export class Coverage {
  readonly #operations: readonly (Declared & {
    readonly statuses: readonly string[]
    readonly came: Set<string>
  })[]

  constructor(operations: readonly Declared[], only: Subject['only']) {
    this.#operations = operations.map((one) =>
      Object.assign({}, one, {
        statuses: one.responses
          .map(({ status }) => status)
          .filter((status) => only === 'all' || givenStatuses.has(status)),
        came: new Set<string>(),
      }),
    )
  }

  see({ request, response }: Pick<Exchange, 'request' | 'response'>): void {
    if ('noResponse' in response) return
    operationFor(this.#operations, request)?.came.add(String(response.status))
  }

  /** Operations that were never answered with success, such as `GET /plants`. */
  get unsuccessful(): readonly string[] {
    return this.#operations
      .filter(({ came }) => ![...came].some((status) => status.startsWith('2')))
      .map(({ method, path }) => `${method} ${path}`)
  }

  /** A sentence for each operation with statuses that never came. */
  get unseen(): readonly string[] {
    return this.#operations.flatMap(({ method, path, statuses, came }) => {
      const missing = statuses.filter(
        (status) =>
          ![...came].some((one) => one === status || status === 'default' || status === `${one[0]}XX`),
      )
      return missing.length === 0 ? [] : [`${method} ${path} declares ${missing.join(', ')}: never seen.`]
    })
  }
}
