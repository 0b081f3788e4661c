/** The comparison of two objects of a document, member by member, and of what has no rule. */
import { isDeepStrictEqual } from 'node:util'
import { isObject, itemsOf, type Json, membersOf, show } from '../document/json.ts'
import { follow, type Spot, spotsIn, step } from '../document/spot.ts'
import { adds, breaksBoth, breaksConsumers, type Change, isHarmless, isOnlyText } from './change.ts'

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
export const namesIn = (pair: Pair): readonly string[] => [
  ...new Set(valuesOf(pair).flatMap((value) => Object.keys(membersOf(value)))),
]

/** The items of a list, each with its place. */
export const itemsIn = (spot: Spot): readonly Spot[] =>
  itemsOf(spot.value).map((_, index) => step(spot, String(index)))

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
  if (!valuesOf(pair).every((value) => value === undefined || isObject(value))) {
    return unknownMember(pair, spotOf(pair).steps.at(-1) ?? 'The document')
  }
  return namesIn(pair)
    .filter((name) => !passedOver.includes(name))
    .flatMap((name) => {
      const member = memberOf(pair, name)
      if (Object.hasOwn(rules, name)) return rules[name]?.(member) ?? []
      return name.startsWith('x-') ? compareAnnotation(member) : unknownMember(member, name)
    })
}

/** For what no rule describes: any difference is a breaking change, but for one of texts alone. */
export function unknownMember(pair: Pair, name: string): readonly Change[] {
  if (isSame(pair, false)) return compareAnnotation(pair)
  const says = `${name} is ${brief(pair.now.value)}, was ${brief(pair.before.value)}.`
  return [breaksBoth(spotOf(pair), `${says} This program does not know what that means.`)]
}

/** Compares examples, comments, external links: what shows and explains, and promises nothing. */
export const compareAnnotation: Compare = (pair) =>
  isSame(pair, true) ? [] : [isHarmless(spotOf(pair), `${spotOf(pair).steps.at(-1) ?? ''} is different.`)]

/** The value, or its beginning, for a sentence. */
const brief = (value: Json | undefined): string => show(value).replace(/^(.{80}).+$/s, '$1…')

/** Whether both sides say the same, with everything that they refer to; texts are compared only if wanted. */
const isSame = ({ before, now }: Pair, withTexts: boolean): boolean =>
  isDeepStrictEqual(essenceOf(before, withTexts), essenceOf(now, withTexts))

const texts = new Set(['description', 'summary', 'title', '$comment', 'example', 'examples', 'externalDocs'])
/** Lists whose order means nothing. */
const sets = new Set(['enum', 'required', 'type', 'anyOf', 'oneOf', 'allOf', 'tags', 'security', 'servers'])

/** All that a place says, with references followed, in one order. `passed` are the texts of the values around it. */
function essenceOf(spot: Spot, withTexts: boolean, passed: readonly string[] = []): Json | undefined {
  const last = spot.steps.at(-1) ?? ''
  if (Array.isArray(spot.value)) {
    const items = itemsIn(spot).map((item) => essenceOf(item, withTexts, passed) ?? null)
    return sets.has(last) ? asSet(items) : items
  }
  if (!isObject(spot.value)) return spot.value
  const text = show(spot.value)
  // A schema that contains itself: how far around.
  if (passed.includes(text)) return { around: passed.length - passed.indexOf(text) }
  const members = Object.entries(spotsIn(follow(spot)))
    // Members of `properties` are names.
    .filter(([name]) => withTexts || last === 'properties' || !texts.has(name))
    .map(([name, member]) => [name, essenceOf(member, withTexts, [...passed, text])] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  // Undefined is no JSON, and never among them.
  return Object.fromEntries(members.map(([name, value]) => [name, value ?? null]))
}

/** The items of a set, each once and in one order. */
export const asSet = (items: readonly Json[]): readonly Json[] =>
  [...new Map(items.map((item) => [show(item), item])).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item)

/** Compares a text for people by paragraphs; line breaks do not count. */
export const compareText: Compare = (pair) => {
  const [old, present] = valuesAs(pair, (value) => paragraphsOf(typeof value === 'string' ? value : ''))
  const gone = old.filter((paragraph) => !present.includes(paragraph))
  const come = present.filter((paragraph) => !old.includes(paragraph))
  return [
    ...gone.map((text) => isOnlyText(spotOf(pair), `Gone: ${show(text)}`)),
    ...come.map((text) => isOnlyText(spotOf(pair), `New: ${show(text)}`)),
  ]
}

const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')

/** Compares a name that appears in generated code, or a list of such names in any order. */
export const compareName: Compare = (pair) => {
  const [before, now] = valuesAs(pair, (value) => show(Array.isArray(value) ? asSet(itemsOf(value)) : value))
  if (before === now) return []
  const says = `${spotOf(pair).steps.at(-1)} is ${now}, was ${before}.`
  return [breaksConsumers(spotOf(pair), says)]
}

/** Compares `deprecated`, wherever it stands. Absent means false. */
export const compareDeprecated: Compare = (pair) => {
  const [before, now] = valuesAs(pair, (value) => value === true)
  if (before === now) return []
  const says = now ? 'It is deprecated.' : 'It is no longer deprecated.'
  return [adds(spotOf(pair), says)]
}
