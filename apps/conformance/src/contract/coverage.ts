/** Compares the responses that the document declares with those that came. */
import type { Exchange, SentRequest } from '../exchange.ts'
import { operationsAt, splitTarget } from '../document/paths.ts'
import type { AnyOperation } from '../document/model.ts'

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
  /** The statuses that came. */
  readonly #came: ReadonlyMap<Declared, Set<string>>

  constructor(operations: readonly Declared[]) {
    this.#came = new Map(operations.map((one) => [one, new Set()]))
  }

  see({ request, response }: Pick<Exchange, 'request' | 'response'>): void {
    const operation = operationFor([...this.#came.keys()], request)
    if (operation !== undefined && !('noResponse' in response))
      this.#came.get(operation)?.add(String(response.status))
  }

  /** Operations that were never answered with success, such as `GET /plants`. */
  get unsuccessful(): readonly string[] {
    return [...this.#came]
      .filter(([, came]) => ![...came].some((status) => status.startsWith('2')))
      .map(([{ method, path }]) => `${method} ${path}`)
  }

  /** A sentence for each operation with statuses that never came. */
  get unseen(): readonly string[] {
    return [...this.#came].flatMap(([{ method, path, responses }, came]) => {
      const missing = responses
        .map(({ status }) => status)
        .filter((status) => ![...came].some((one) => [one, `${one[0]}XX`, 'default'].includes(status)))
      return missing.length === 0 ? [] : [`${method} ${path} declares ${missing.join(', ')}: never seen.`]
    })
  }
}
