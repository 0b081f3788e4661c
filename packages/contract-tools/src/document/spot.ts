/** A value of a document together with its place, also behind references. */
import { UserError } from '../user-error.ts'
import { type Document, placeIn } from './document.ts'
import { type Json, membersOf, toSteps } from './json.ts'

/** `value` is undefined if there is nothing at that place. */
export interface Spot {
  readonly document: Document
  readonly steps: readonly string[]
  readonly value: Json | undefined
  /** The places of those members that stand elsewhere in the document: beside a reference. */
  readonly members?: Readonly<Record<string, Spot>>
}

export const rootOf = (document: Document): Spot => ({ document, steps: [], value: document.root })

/** The member, or the item, of that name. */
export function step(spot: Spot, name: string): Spot {
  const { value, members = {} } = spot
  if (Object.hasOwn(members, name)) return members[name] ?? spot
  const child = Array.isArray(value)
    ? (value as readonly Json[])[Number(name)]
    : Object.hasOwn(membersOf(value), name)
      ? membersOf(value)[name]
      : undefined
  return { document: spot.document, steps: [...spot.steps, name], value: child }
}

/** All members of an object, each with its place. */
export const spotsIn = (spot: Spot): Readonly<Record<string, Spot>> =>
  Object.fromEntries(Object.keys(membersOf(spot.value)).map((name) => [name, step(spot, name)]))

/** What `$ref` says there, if it is a text. */
export function referenceOf({ value }: Spot): string | undefined {
  const reference = membersOf(value)['$ref']
  return typeof reference === 'string' ? reference : undefined
}

/**
 * Where the reference leads. Throws a `UserError` if it leads out of the document, to nothing, or to one of the
 * references in `passed`, which led here.
 */
function target(spot: Spot, reference: string, passed: readonly string[]): Spot {
  const fail = (fault: string): never => {
    throw new UserError(
      `${placeIn(spot.document, spot.steps)}: $ref ${JSON.stringify(reference)} leads ${fault}`,
    )
  }
  if (!reference.startsWith('#')) return fail('out of the document; keep it in one file.')
  if (passed.includes(reference)) return fail('back to itself.')
  let found = rootOf(spot.document)
  for (const name of toSteps(decodeURIComponent(reference.slice(1)))) found = step(found, name)
  return found.value === undefined ? fail('to nothing.') : found
}

/** The spot, or what its references lead to. What stands beside a reference counts instead of what it leads to. */
export function follow(spot: Spot, passed: readonly string[] = []): Spot {
  const reference = referenceOf(spot)
  if (reference === undefined) return spot
  const found = follow(target(spot, reference, passed), [...passed, reference])
  const { $ref: _, ...beside } = spotsIn(spot)
  if (Object.keys(beside).length === 0) return found
  const members = { ...spotsIn(found), ...beside }
  const values = Object.entries(members).map(([name, { value = null }]) => [name, value] as const)
  return { ...found, value: Object.fromEntries(values), members }
}
