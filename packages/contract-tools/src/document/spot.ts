/** A value of a document together with its place, also behind references. */
import { UserError } from '../user-error.ts'
import { type Document, placeIn } from './document.ts'
import { isObject, type Json, membersOf, toSteps } from './json.ts'

/** `value` is undefined if there is nothing at that place. */
export interface Spot {
  readonly document: Document
  readonly steps: readonly string[]
  readonly value: Json | undefined
}

export const rootOf = (document: Document): Spot => ({ document, steps: [], value: document.root })

/** The member, or the item, of that name. */
export function step(spot: Spot, name: string): Spot {
  const { value } = spot
  const child = Array.isArray(value)
    ? (value as readonly Json[])[Number(name)]
    : Object.hasOwn(membersOf(value), name)
      ? membersOf(value)[name]
      : undefined
  return { ...spot, steps: [...spot.steps, name], value: child }
}

/** Where the reference leads. Throws a `UserError` if it leads out of the document, or to nothing. */
export function target(spot: Spot, reference: string): Spot {
  const where = placeIn(spot.document, spot.steps)
  if (!reference.startsWith('#')) {
    throw new UserError(
      `${where}: $ref ${JSON.stringify(reference)} leads out of the document; keep it in one file.`,
    )
  }
  let found = rootOf(spot.document)
  for (const name of toSteps(decodeURIComponent(reference.slice(1)))) found = step(found, name)
  if (found.value === undefined) {
    throw new UserError(`${where}: $ref ${JSON.stringify(reference)} leads to nothing.`)
  }
  return found
}

/** The spot, or what its reference leads to through any number of others. Throws a `UserError` also for a cycle. */
export function follow(spot: Spot): Spot {
  const passed = new Set<string>()
  let at = spot
  for (;;) {
    const reference = isObject(at.value) ? at.value['$ref'] : undefined
    if (typeof reference !== 'string') return at
    if (passed.has(reference)) {
      throw new UserError(`${placeIn(spot.document, spot.steps)}: $ref ${reference} leads back to itself.`)
    }
    passed.add(reference)
    at = target(at, reference)
  }
}
