/** The comparison of two objects of a document, member by member. */
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, membersOf, show } from '../document/json.ts'
import { follow, type Spot, step, target } from '../document/spot.ts'
import { breaksBoth, type Change } from './change.ts'

/** The same place in both documents; either may be empty. */
export interface Pair {
  readonly before: Spot
  readonly now: Spot
}

/** The same as in a list that is no object: found by what it is called. */
export interface Found {
  readonly before: Spot | undefined
  readonly now: Spot | undefined
}

export type Compare = (pair: Pair) => readonly Change[]

/** Where a change is shown: where it stands now, or where it stood. */
export const spotOf = ({ before, now }: Pair): Spot => (now.value === undefined ? before : now)

export const memberOf = ({ before, now }: Pair, name: string): Pair => ({
  before: step(before, name),
  now: step(now, name),
})

export const followed = ({ before, now }: Pair): Pair => ({ before: follow(before), now: follow(now) })

/** The names of all members, of both sides, in the order of the old document. */
export const namesIn = ({ before, now }: Pair): readonly string[] => [
  ...new Set([...Object.keys(membersOf(before.value)), ...Object.keys(membersOf(now.value))]),
]

/**
 * Compares each member by its rule. One without a rule may differ in nothing: what this program does not know, it takes
 * as breaking.
 */
export function compareMembers(
  pair: Pair,
  rules: Readonly<Record<string, Compare>>,
  passedOver: readonly string[] = [],
): readonly Change[] {
  // Where something else stands, there are no members to compare: a schema that is `false`, for one.
  if (!isObjectOrAbsent(pair.before) || !isObjectOrAbsent(pair.now)) {
    return unknownMember(pair, spotOf(pair).steps.at(-1) ?? 'The document')
  }
  return namesIn(pair)
    .filter((name) => !passedOver.includes(name))
    .flatMap(
      (name) =>
        (Object.hasOwn(rules, name) ? rules[name] : undefined)?.(memberOf(pair, name)) ??
        unknownMember(memberOf(pair, name), name),
    )
}

const isObjectOrAbsent = ({ value }: Spot): boolean => value === undefined || isObject(value)

/** What no rule describes: the same, or a breaking change. */
export function unknownMember(pair: Pair, name: string): readonly Change[] {
  if (isSame(pair)) return []
  const { before, now } = pair
  return [
    breaksBoth({
      says: `${name} is ${brief(now.value)}, was ${brief(before.value)}.`,
      why: 'What that means is not known to this program, and so taken as breaking.',
      spot: spotOf(pair),
    }),
  ]
}

const longest = 80

/** For a sentence: the value, or its beginning. */
export function brief(value: Json | undefined): string {
  const text = show(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Whether two places say the same, all that they refer to included. */
export function isSame(pair: Pair, open: readonly string[] = []): boolean {
  const { before, now } = pair
  if (Array.isArray(before.value) && Array.isArray(now.value)) {
    const length = Math.max(before.value.length, now.value.length)
    return Array.from({ length }, (_, index) => memberOf(pair, String(index))).every((item) =>
      isSame(item, open),
    )
  }
  if (!isObject(before.value) || !isObject(now.value)) return isDeepStrictEqual(before.value, now.value)
  const { $ref: reference } = now.value
  const leadsOn =
    typeof reference === 'string' && before.value['$ref'] === reference && !open.includes(reference)
  return (
    namesIn(pair).every((name) => isSame(memberOf(pair, name), open)) &&
    (!leadsOn ||
      isSame({ before: target(before, reference), now: target(now, reference) }, [...open, reference]))
  )
}
