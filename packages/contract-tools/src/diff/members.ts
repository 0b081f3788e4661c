/** The comparison of two objects of a document, member by member. */
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, membersOf, show } from '../document/json.ts'
import { follow, type Spot, spotsIn, step } from '../document/spot.ts'
import { breaksBoth, type Change, isHarmless } from './change.ts'
import { essenceOf } from './meaning.ts'

/** The same place in both documents; either may be empty. */
export interface Pair {
  readonly before: Spot
  readonly now: Spot
}

export type Compare = (pair: Pair) => readonly Change[]

/** The place to show a change at: in the new document, or in the old one if it is gone. */
export const spotOf = ({ before, now }: Pair): Spot => (now.value === undefined ? before : now)

/** The values of both sides, as they are or as something else. */
export const valuesOf = ({ before, now }: Pair) => [before.value, now.value] as const
export const valuesAs = <T>({ before, now }: Pair, as: (value: Json | undefined) => T) =>
  [as(before.value), as(now.value)] as const

export const memberOf = ({ before, now }: Pair, name: string): Pair => ({
  before: step(before, name),
  now: step(now, name),
})

export const followed = ({ before, now }: Pair): Pair => ({ before: follow(before), now: follow(now) })

/** The names of all members on both sides, in the order of the old document. */
export const namesIn = ({ before, now }: Pair): readonly string[] => [
  ...new Set([...Object.keys(membersOf(before.value)), ...Object.keys(membersOf(now.value))]),
]

/** Things of one side by what identifies them. */
export type Named = ReadonlyMap<string, Spot>

/** The members of an object; `toKey` makes equal what is the same name. */
export const named = (spot: Spot, toKey = (name: string) => name): Named =>
  new Map(Object.entries(spotsIn(spot)).map(([name, member]) => [toKey(name), member]))

/** What to say of a thing that only one side has, and how to compare the two. */
interface Rules {
  readonly gone: (spot: Spot, name: string) => Change
  readonly come: (spot: Spot, name: string) => Change
  readonly both: (pair: Pair, name: string) => readonly Change[]
}

/** Compares things that have names: their order means nothing. */
export const compareNamed = (before: Named, now: Named, { gone, come, both }: Rules): readonly Change[] =>
  [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
    const [old, present] = [before.get(name), now.get(name)]
    if (present === undefined) return old === undefined ? [] : gone(old, name)
    return old === undefined ? come(present, name) : both({ before: old, now: present }, name)
  })

/** What OpenAPI and JSON Schema take for granted: a member with this value says nothing. */
const defaults: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    [
      'required',
      'deprecated',
      'allowEmptyValue',
      'allowReserved',
      'uniqueItems',
      'readOnly',
      'writeOnly',
    ].map((name) => [name, false]),
  ),
  ...Object.fromEntries(['minLength', 'minItems', 'minProperties'].map((name) => [name, 0])),
  ...Object.fromEntries(
    ['callbacks', 'links', 'encoding', 'patternProperties', 'dependentSchemas', '$defs'].map((name) => [
      name,
      {},
    ]),
  ),
}

const withoutDefault = (spot: Spot, name: string): Spot =>
  isDeepStrictEqual(defaults[name] ?? null, spot.value) ? { ...spot, value: undefined } : spot

/**
 * Compares each member by its rule. In a member without a rule, any difference counts as breaking, because this program
 * does not know what it means; but those that begin with `x-` promise nothing to those who don't know them.
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
    .flatMap((name) => {
      const { before, now } = memberOf(pair, name)
      const member = { before: withoutDefault(before, name), now: withoutDefault(now, name) }
      if (member.before.value === undefined && member.now.value === undefined) return []
      if (Object.hasOwn(rules, name)) return rules[name]?.(member) ?? []
      return name.startsWith('x-') ? compareAnnotation(member) : unknownMember(member, name)
    })
}

const isObjectOrAbsent = ({ value }: Spot): boolean => value === undefined || isObject(value)

/** For what no rule describes: any difference is a breaking change, but for one of texts alone. */
export function unknownMember(pair: Pair, name: string): readonly Change[] {
  if (isSame(pair, false)) return compareAnnotation(pair)
  const says = `${name} is ${brief(pair.now.value)}, was ${brief(pair.before.value)}.`
  const why = 'This program does not know what that means, and so takes it as breaking.'
  return [breaksBoth(spotOf(pair), says, why)]
}

/** Compares examples, comments, external links: what shows and explains, and promises nothing. */
export const compareAnnotation = (pair: Pair): readonly Change[] => {
  if (isSame(pair, true)) return []
  const says = `${spotOf(pair).steps.at(-1) ?? ''} is different.`
  return [isHarmless(spotOf(pair), says, 'It shows and explains, and promises nothing.')]
}

/** Whether both sides say the same, with everything that they refer to; texts are compared only if wanted. */
export const isSame = ({ before, now }: Pair, withTexts: boolean): boolean =>
  isDeepStrictEqual(essenceOf(before, withTexts), essenceOf(now, withTexts))

const longest = 80

/** The value, or its beginning, for a sentence. */
export function brief(value: Json | undefined): string {
  const text = show(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
