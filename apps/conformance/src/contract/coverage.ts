/** Compares the responses that the document declares with those that came. */
import type { Exchange } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import { fitsTemplate, operationsOf, splitTarget } from './operations.ts'

/** The given contract declares two of the statuses. */
const givenStatuses = new Set(['200', '400'])

/** What is expected to be answered, with the statuses that the document declares, such as `200`, `4XX` or `default`. */
export interface Declared {
  readonly method: string
  readonly path: string
  readonly statuses: readonly string[]
}

/** The same of every operation of a document. */
export const declaredIn = (document: unknown): readonly Declared[] =>
  operationsOf(document).map(({ method, path, responses }) => ({
    method,
    path,
    statuses: Object.keys(responses),
  }))

/** Sees every exchange as it is made. Depends on the document alone: a new operation needs no line here. */
export class Coverage {
  readonly #operations: readonly (Declared & { readonly came: Set<string> })[]

  constructor(operations: readonly Declared[], only: Subject['only']) {
    this.#operations = operations.map(({ method, path, statuses }) => ({
      method,
      path,
      statuses: statuses.filter((status) => only === 'all' || givenStatuses.has(status)),
      came: new Set(),
    }))
  }

  see({ request, response }: Pick<Exchange, 'request' | 'response'>): void {
    if ('noResponse' in response) return
    const [path] = splitTarget(request.target)
    const fitting = this.#operations.filter(
      (one) => one.method === request.method && fitsTemplate(one.path, path),
    )
    const covered = fitting.find((one) => one.path === path) ?? fitting[0]
    covered?.came.add(String(response.status))
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
