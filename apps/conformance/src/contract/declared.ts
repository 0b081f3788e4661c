/** What openapi.yaml declares of answers, against what was seen of it. */
import { decodeContent } from '../http/content.ts'
import type { Answer, Exchange } from '../exchange.ts'
import type { Subject } from '../subject.ts'

/**
 * One sentence for each operation with statuses that never came, and one for each part of a schema that no body had.
 * Goes by the document alone: a new operation needs no line here. Of statuses the given contract declares two.
 */
export function findUnseen(
  document: unknown,
  exchanges: readonly Exchange[],
  only: Subject['only'],
): readonly string[] {
  const walker = new Walker(document)
  const operations = operationsOf(document).flatMap(({ method, path, responses }) => {
    const declared = responses.filter(([status]) => only === 'all' || givenStatuses.has(status))
    const missing = declared.filter(([status, response]) => {
      const answers = answersOf(exchanges, { method, path, status })
      if (answers.length > 0) walker.walk(response, answers)
      return answers.length === 0
    })
    const statuses = missing.map(([status]) => status).join(', ')
    return statuses === '' ? [] : [`${method} ${path} declares ${statuses}: never seen.`]
  })
  return [...operations, ...walker.missing.map((pointer) => `No answer had what #${pointer} describes.`)]
}

const givenStatuses = new Set(['200', '400'])

interface Operation {
  readonly method: string
  readonly path: string
  readonly responses: [status: string, response: unknown][]
}

function operationsOf(document: unknown): readonly Operation[] {
  return membersOf(at(document, '/paths')).flatMap(([path, methods]) =>
    membersOf(methods)
      .filter(([name]) => isMethod(name))
      .map(([name, operation]) => ({
        method: name.toUpperCase(),
        path,
        responses: membersOf(at(operation, '/responses')),
      })),
  )
}

const isMethod = (name: string): boolean => /^(?:get|put|post|delete|options|head|patch|trace)$/.test(name)

interface Declared {
  readonly method: string
  readonly path: string
  readonly status: string
}

function answersOf(exchanges: readonly Exchange[], { method, path, status }: Declared): readonly Answer[] {
  return exchanges.flatMap(({ request, answer }) =>
    request.method === method &&
    request.target.split('?')[0] === path &&
    'status' in answer &&
    String(answer.status) === status
      ? [answer]
      : [],
  )
}

/** Notes which schemas a response declares, and which of them some body reached. */
class Walker {
  readonly #document: unknown
  readonly #declared = new Set<string>()
  readonly #visited = new Set<string>()

  constructor(document: unknown) {
    this.#document = document
  }

  get missing(): readonly string[] {
    return [...this.#declared].filter((place) => !this.#visited.has(place))
  }

  walk(response: unknown, answers: readonly Answer[]): void {
    const pointer = refOf(response)
    const schema = `${pointer}/content/application~1json/schema`
    if (pointer === '' || at(this.#document, schema) === undefined) return
    this.#declare(schema)
    for (const answer of answers) {
      if (this.missing.length === 0) return
      this.#visit(schema, parse(answer))
    }
  }

  #declare(pointer: string): void {
    const place = this.#resolve(pointer)
    if (this.#declared.has(place)) return
    this.#declared.add(place)
    for (const part of this.#partsOf(place)) this.#declare(part.pointer)
  }

  #visit(pointer: string, value: unknown): void {
    if (value === undefined) return
    const place = this.#resolve(pointer)
    this.#visited.add(place)
    for (const { pointer: part, values } of this.#partsOf(place, value)) {
      for (const member of values) this.#visit(part, member)
    }
  }

  /** The schemas within a schema, each with the values that fall under it. */
  #partsOf(place: string, value?: unknown): { pointer: string; values: readonly unknown[] }[] {
    const schema = at(this.#document, place)
    const items =
      at(schema, '/items') === undefined ? [] : [{ pointer: `${place}/items`, values: toList(value) }]
    const properties = membersOf(at(schema, '/properties')).map(([name]) => ({
      pointer: `${place}/properties/${encode(name)}`,
      values: [at(value, `/${encode(name)}`)],
    }))
    return [...items, ...properties]
  }

  #resolve(pointer: string): string {
    const ref = refOf(at(this.#document, pointer))
    return ref === '' ? pointer : this.#resolve(ref)
  }
}

const encode = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function refOf(value: unknown): string {
  const ref = at(value, '/$ref')
  return typeof ref === 'string' && ref.startsWith('#') ? ref.slice(1) : ''
}

function parse(answer: Answer): unknown {
  try {
    return JSON.parse(decodeContent(answer).toString())
  } catch {
    // Judges say so; here it only shows nothing.
    return undefined
  }
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** The value at a JSON pointer, or undefined. */
function at(value: unknown, pointer: string): unknown {
  let found = value
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = Reflect.get(found, name)
  }
  return found
}
