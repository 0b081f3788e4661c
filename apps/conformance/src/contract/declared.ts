/** Compares the answers that openapi.yaml declares with those that were seen. */
import { ValuePointer } from '@sinclair/typebox/value'
import { decodeContent } from '@plant-store/raw-http'
import type { Answer, Exchange } from '../exchange.ts'
import { fitsTemplate } from './path-template.ts'
import type { Subject } from '../subject.ts'

/** The given contract declares two of the statuses. */
const givenStatuses = new Set(['200', '400'])

/**
 * One sentence for each operation with statuses that never came, and one for each part of a schema that no body had.
 * Depends on the document alone: a new operation needs no line here.
 */
export function findUnseen(
  document: unknown,
  exchanges: readonly Exchange[],
  only: Subject['only'],
): readonly string[] {
  const seen = new Map<string, boolean>()
  const unseen = (): readonly string[] => [...seen].flatMap(([pointer, isSeen]) => (isSeen ? [] : [pointer]))
  const operations = operationsOf(document).flatMap(({ method, path, responses }) => {
    const missing = responses.flatMap(([status, response]) => {
      if (only === 'given' && !givenStatuses.has(status)) return []
      const answers = answersOf(exchanges, method, path, status)
      const schema = `${refOf(response) ?? ''}/content/application~1json/schema`
      if (answers.length > 0 && at(document, schema) !== undefined) {
        visit(document, seen, schema, [])
        for (const answer of answers) if (unseen().length > 0) visit(document, seen, schema, parse(answer))
      }
      return answers.length === 0 ? [status] : []
    })
    return missing.length === 0 ? [] : [`${method} ${path} declares ${missing.join(', ')}: never seen.`]
  })
  return [...operations, ...unseen().map((pointer) => `No answer had what #${pointer} describes.`)]
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly responses: readonly [status: string, response: unknown][]
}

function operationsOf(document: unknown): readonly Operation[] {
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

const answersOf = (
  exchanges: readonly Exchange[],
  method: string,
  path: string,
  status: string,
): readonly Answer[] =>
  exchanges.flatMap(({ request, answer }) =>
    request.method === method &&
    fitsTemplate(path, request.target.split('?')[0] ?? '') &&
    'status' in answer &&
    String(answer.status) === status
      ? [answer]
      : [],
  )

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
