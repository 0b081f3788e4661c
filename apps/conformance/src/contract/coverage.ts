/** Compares the responses that the document declares with those that came. */
import { hash } from 'node:crypto'
import { decodeContent } from '@plant-store/raw-http'
import type { Answer, Exchange } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import { fitsTemplate, type Operation, operationsOf, splitTarget } from './operations.ts'
import { visitParts } from './pointers.ts'

/** The given contract declares two of the statuses. */
const givenStatuses = new Set(['200', '400'])

/** More different bodies than a service has that keeps the contract: parsing them all would take the run's time. */
const enoughBodies = 500

/** An operation of which responses may come. */
interface Covered {
  readonly operation: Operation
  readonly statuses: readonly string[]
  readonly came: Set<string>
}

/** Sees every exchange as it is made. Depends on the document alone: a new operation needs no line here. */
export class Coverage {
  readonly #document: unknown
  readonly #operations: readonly Covered[]
  /** Every part of a schema that may come, by its pointer, and whether a body had what it describes. */
  readonly #parts = new Map<string, boolean>()
  readonly #schemas = new Set<string>()
  readonly #bodies = new Set<string>()

  constructor(document: unknown, only: Subject['only']) {
    this.#document = document
    this.#operations = operationsOf(document).map((operation) => ({
      operation,
      statuses: Object.keys(operation.responses).filter(
        (status) => only === 'all' || givenStatuses.has(status),
      ),
      came: new Set(),
    }))
  }

  see({ request, answer }: Pick<Exchange, 'request' | 'answer'>): void {
    if ('noResponse' in answer) return
    const [path] = splitTarget(request.target)
    const status = String(answer.status)
    const covered = this.#operations.find(
      ({ operation: one }) => one.method === request.method && fitsTemplate(one.path, path),
    )
    covered?.came.add(status)
    if (covered?.statuses.includes(status) !== true) return
    this.#seeBody(`${covered.operation.responses[status]}/content/application~1json/schema`, answer)
  }

  #seeBody(schema: string, answer: Answer): void {
    const see = (values: readonly unknown[]): void =>
      visitParts(
        this.#document,
        schema,
        values.map((value) => ({ place: '', value })),
        (part, { length }) => this.#parts.set(part, this.#parts.get(part) === true || length > 0),
      )
    if (!this.#schemas.has(schema)) see([])
    this.#schemas.add(schema)
    const text = hash('md5', answer.body)
    if (this.#bodies.size >= enoughBodies || ![...this.#parts.values()].includes(false)) return
    if (this.#bodies.has(text)) return
    this.#bodies.add(text)
    see(parse(answer))
  }

  /** Operations that were never answered with success, such as `GET /plants`. */
  get unsuccessful(): readonly string[] {
    return this.#operations
      .filter(({ came }) => ![...came].some((status) => status.startsWith('2')))
      .map(({ operation: { method, path } }) => `${method} ${path}`)
  }

  /** A sentence for each operation with statuses that never came, and for each part of a schema that no body had. */
  get unseen(): readonly string[] {
    const operations = this.#operations.flatMap(({ operation: { method, path }, statuses, came }) => {
      const missing = statuses.filter((status) => !came.has(status))
      return missing.length === 0 ? [] : [`${method} ${path} declares ${missing.join(', ')}: never seen.`]
    })
    const parts = [...this.#parts].filter(([, isSeen]) => !isSeen)
    return [...operations, ...parts.map(([pointer]) => `No answer had what #${pointer} describes.`)]
  }
}

/** The value of the body, in a list; the list is empty for an unreadable body, which the checks report elsewhere. */
function parse(answer: Answer): readonly unknown[] {
  try {
    return [JSON.parse(decodeContent(answer).toString())]
  } catch {
    return []
  }
}
