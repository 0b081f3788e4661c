/** Compares the responses that the document declares with those that came. */
import type { Exchange } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import { fitsTemplate, type Operation, operationsOf, splitTarget } from './operations.ts'

/** The given contract declares two of the statuses. */
const givenStatuses = new Set(['200', '400'])

/** An operation of which responses may come. */
interface Covered {
  readonly operation: Operation
  readonly statuses: readonly string[]
  readonly came: Set<string>
}

/** Sees every exchange as it is made. Depends on the document alone: a new operation needs no line here. */
export class Coverage {
  readonly #operations: readonly Covered[]

  constructor(document: unknown, only: Subject['only']) {
    this.#operations = operationsOf(document).map((operation) => ({
      operation,
      statuses: Object.keys(operation.responses).filter(
        (status) => only === 'all' || givenStatuses.has(status),
      ),
      came: new Set(),
    }))
  }

  see({ request, response }: Pick<Exchange, 'request' | 'response'>): void {
    if ('noResponse' in response) return
    const [path] = splitTarget(request.target)
    const covered = this.#operations.find(
      ({ operation: one }) => one.method === request.method && fitsTemplate(one.path, path),
    )
    covered?.came.add(String(response.status))
  }

  /** Operations that were never answered with success, such as `GET /plants`. */
  get unsuccessful(): readonly string[] {
    return this.#operations
      .filter(({ came }) => ![...came].some((status) => status.startsWith('2')))
      .map(({ operation: { method, path } }) => `${method} ${path}`)
  }

  /** A sentence for each operation with statuses that never came. */
  get unseen(): readonly string[] {
    return this.#operations.flatMap(({ operation: { method, path }, statuses, came }) => {
      const missing = statuses.filter((status) => !came.has(status))
      return missing.length === 0 ? [] : [`${method} ${path} declares ${missing.join(', ')}: never seen.`]
    })
  }
}
