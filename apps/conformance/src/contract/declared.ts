/** Compares the answers that openapi.yaml declares with those that came. */
import { ValuePointer } from '@sinclair/typebox/value'
import { decodeContent } from '@plant-store/raw-http'
import type { Answer, Exchange } from '../exchange.ts'
import { fitsTemplate } from './path-template.ts'
import { toKey } from '../court/memory.ts'
import { pathOf } from './split-target.ts'
import type { Subject } from '../subject.ts'

/** The given contract declares two of the statuses. */
const givenStatuses = new Set(['200', '400'])

/** More different bodies than a service has that keeps the contract: parsing them all would take the run's time. */
const enoughBodies = 500

/** Sees every exchange as it is made. Depends on the document alone: a new operation needs no line here. */
export class Coverage {
  readonly #document: unknown
  readonly #operations: readonly Operation[]
  /** Operations that were answered with success. */
  readonly #successful = new Set<Operation>()
  /** Every part of a schema that may come, by its pointer, and whether a body had what it describes. */
  readonly #parts = new Map<string, boolean>()
  readonly #bodies = new Set<string>()

  constructor(document: unknown, only: Subject['only']) {
    this.#document = document
    this.#operations = operationsOf(document).map(({ method, path, responses }) => ({
      method,
      path,
      responses: responses.filter(([status]) => only === 'all' || givenStatuses.has(status)),
      came: new Set(),
    }))
  }

  see({ request, answer }: Pick<Exchange, 'request' | 'answer'>): void {
    if ('noResponse' in answer) return
    const path = pathOf(request.target)
    const operation = this.#operations.find(
      (one) => one.method === request.method && fitsTemplate(one.path, path),
    )
    const { status } = answer
    const [, response] = operation?.responses.find(([own]) => own === String(status)) ?? []
    if (operation === undefined) return
    if (status >= 200 && status < 300) this.#successful.add(operation)
    operation.came.add(String(status))
    this.#seeBody(response, answer)
  }

  #seeBody(response: unknown, answer: Answer): void {
    const schema = `${refOf(response) ?? ''}/content/application~1json/schema`
    if (at(this.#document, schema) === undefined) return
    if (!this.#parts.has(schema)) visit(this.#document, this.#parts, schema, [])
    if (this.#bodies.size >= enoughBodies || ![...this.#parts.values()].includes(false)) return
    const known = this.#bodies.size
    if (this.#bodies.add(toKey(answer.body.toString('latin1'))).size > known)
      visit(this.#document, this.#parts, schema, parse(answer))
  }

  /** Operations that were never answered with success, such as `GET /plants`. */
  get unsuccessful(): readonly string[] {
    return this.#operations
      .filter((one) => !this.#successful.has(one))
      .map(({ method, path }) => `${method} ${path}`)
  }

  /** A sentence for each operation with statuses that never came, and for each part of a schema that no body had. */
  get unseen(): readonly string[] {
    const operations = this.#operations.flatMap(({ method, path, responses, came }) => {
      const missing = responses.map(([status]) => status).filter((status) => !came.has(status))
      return missing.length === 0 ? [] : [`${method} ${path} declares ${missing.join(', ')}: never seen.`]
    })
    const parts = [...this.#parts].filter(([, isSeen]) => !isSeen)
    return [...operations, ...parts.map(([pointer]) => `No answer had what #${pointer} describes.`)]
  }
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly responses: readonly [status: string, response: unknown][]
  /** The statuses that came. */
  readonly came: Set<string>
}

function operationsOf(document: unknown): readonly Omit<Operation, 'came'>[] {
  return membersOf(at(document, '/paths')).flatMap(([path, methods]) =>
    membersOf(methods)
      .filter(([name]) => /^(?:get|put|post|delete|options|head|patch|trace)$/.test(name))
      .map(([name, operation]) => ({
        method: name.toUpperCase(),
        path,
        responses: membersOf(at(operation, '/responses')),
      })),
  )
}

/** Notes in `seen` every part of a schema, by its pointer, and whether any of the values had what it describes. */
function visit(
  document: unknown,
  seen: Map<string, boolean>,
  pointer: string,
  values: readonly unknown[],
): void {
  const schema = at(document, pointer)
  const ref = refOf(schema)
  if (ref !== undefined) {
    visit(document, seen, ref, values)
    return
  }
  // Without a value, a schema that refers to itself would have no end.
  if (seen.has(pointer) && values.length === 0) return
  seen.set(pointer, seen.get(pointer) === true || values.length > 0)
  if (at(schema, '/items') !== undefined) {
    const items = values.flatMap((value): unknown[] => (Array.isArray(value) ? value : []))
    visit(document, seen, `${pointer}/items`, items)
  }
  for (const [name] of membersOf(at(schema, '/properties'))) {
    const own = values.flatMap((value) => membersOf(value)).filter(([other]) => other === name)
    const place = `${pointer}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    visit(
      document,
      seen,
      place,
      own.map(([, value]) => value),
    )
  }
}

/** The value at a JSON pointer (RFC 6901); undefined if there is none. */
const at = (value: unknown, pointer: string): unknown => ValuePointer.Get(value, pointer)

function refOf(value: unknown): string | undefined {
  const ref = membersOf(value).find(([name]) => name === '$ref')
  return typeof ref?.[1] === 'string' ? ref[1].replace(/^#/, '') : undefined
}

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []

/** The value of the body, in a list; the list is empty for an unreadable body, which judges report elsewhere. */
function parse(answer: Answer): readonly unknown[] {
  try {
    return [JSON.parse(decodeContent(answer).toString())]
  } catch {
    return []
  }
}
