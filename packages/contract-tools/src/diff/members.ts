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

/** The same item of a list in both documents, found by its name; either may be missing. */
export interface Found {
  readonly before: Spot | undefined
  readonly now: Spot | undefined
}

export type Compare = (pair: Pair) => readonly Change[]

/** The place to show a change at: in the new document, or in the old one if it is gone. */
export const spotOf = ({ before, now }: Pair): Spot => (now.value === undefined ? before : now)

export const memberOf = ({ before, now }: Pair, name: string): Pair => ({
  before: step(before, name),
  now: step(now, name),
})

export const followed = ({ before, now }: Pair): Pair => ({ before: follow(before), now: follow(now) })

/** The names of all members on both sides, in the order of the old document. */
export const namesIn = ({ before, now }: Pair): readonly string[] => [
  ...new Set([...Object.keys(membersOf(before.value)), ...Object.keys(membersOf(now.value))]),
]

/**
 * Compares each member by its rule. In a member without a rule, any difference counts as breaking, because this program
 * does not know what it means.
 */
export function compareMembers(
  pair: Pair,
  rules: Readonly<Record<string, Compare>>,
  passedOver: readonly string[] = [],
): readonly Change[] {
  // Anything but an object has no members to compare: for example, a schema that is `false`.
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

/** For what no rule describes: any difference is a breaking change. */
export function unknownMember(pair: Pair, name: string): readonly Change[] {
  if (isSame(pair)) return []
  const { before, now } = pair
  return [
    breaksBoth({
      says: `${name} is ${brief(now.value)}, was ${brief(before.value)}.`,
      why: 'This program does not know what that means, and so takes it as breaking.',
      spot: spotOf(pair),
    }),
  ]
}

const longest = 80

/** The value, or its beginning, for a sentence. */
export function brief(value: Json | undefined): string {
  const text = show(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Whether two places say the same, including everything they refer to. */
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
