/** The comparison of two schemas, for values that consumers send or for those that services send. */
import { isObject, membersOf, show, textsIn } from '../document/json.ts'
import type { Spot } from '../document/spot.ts'
import { adds, asksOfImplementers, breaksBoth, breaksConsumers, type Change } from './change.ts'
import { type Effect, effectOf, judges, tellKeyword } from './keywords.ts'
import {
  type Compare,
  compareMembers,
  followed,
  memberOf,
  namesIn,
  type Pair,
  spotOf,
  unknownMember,
} from './members.ts'
import { compareAnnotation, compareName, compareText } from './texts.ts'

/** Who sends the values. */
export type Direction = 'request' | 'response'

/** Whether a client of the old contract may fail with a service of the new one, or the other way round. */
function judgeEffect(direction: Direction, effect: Effect): (told: Parameters<typeof adds>[0]) => Change {
  if (effect === 'other') return breaksBoth
  const isBreaking = (direction === 'request') === (effect === 'narrowed')
  return isBreaking ? breaksConsumers : asksOfImplementers
}

const reasons: Readonly<Record<Direction, Readonly<Record<Effect, string>>>> = {
  request: {
    narrowed: 'Consumers may send values today that will be refused.',
    widened: 'Services refuse values today that they will have to accept.',
    other:
      'Consumers may send values today that will be refused, and services refuse some that they will have to accept.',
  },
  response: {
    narrowed: 'Services may send values today that will not be allowed.',
    widened: "Consumers may get values that they don't expect today.",
    other:
      "Consumers may get values that they don't expect today, and services may send some that will not be allowed.",
  },
}

export const tellEffect = (direction: Direction, effect: Effect, says: string, pair: Pair): Change =>
  judgeEffect(direction, effect)({ says, why: reasons[direction][effect], spot: spotOf(pair) })

/** Compares two schemas, including what they refer to. `passed` holds the references so far, so that cycles end. */
export function compareSchema(
  pair: Pair,
  direction: Direction,
  passed: readonly string[] = [],
): readonly Change[] {
  const [before, now] = [referenceOf(pair.before), referenceOf(pair.now)]
  const way = `${before} ${now}`
  if (before !== undefined && now !== undefined && passed.includes(way)) return []
  if (hasMoreThanReference(pair.before) || hasMoreThanReference(pair.now))
    return unknownMember(pair, 'The schema')
  return [
    ...compareReferences(pair, before, now),
    ...compareKeywords(followed(pair), direction, [...passed, way]),
  ]
}

const referenceOf = ({ value }: Spot): string | undefined => {
  const reference = membersOf(value)['$ref']
  return typeof reference === 'string' ? reference : undefined
}

/** A reference with keywords beside it is compared as a whole. */
const hasMoreThanReference = (spot: Spot): boolean =>
  referenceOf(spot) !== undefined && Object.keys(membersOf(spot.value)).length > 1

function compareReferences(
  pair: Pair,
  before: string | undefined,
  now: string | undefined,
): readonly Change[] {
  if (before === now) return []
  return [
    breaksConsumers({
      says: `The schema is ${now ?? 'written in place'}, was ${before ?? 'written in place'}.`,
      why: 'The type has another name in code generated from the contract.',
      spot: spotOf(pair),
    }),
  ]
}

function compareKeywords(pair: Pair, direction: Direction, passed: readonly string[]): readonly Change[] {
  const inside: Compare = (child) => compareSchema(child, direction, passed)
  const isClosed = membersOf(pair.before.value)['additionalProperties'] === false
  const byEffect = Object.keys(judges).map((keyword): [string, Compare] => [
    keyword,
    (child) => compareKeyword(child, keyword, direction),
  ])
  return compareMembers(pair, {
    ...Object.fromEntries(byEffect),
    // Some generators name the type after it.
    title: compareName,
    description: compareText,
    $comment: compareAnnotation,
    examples: compareAnnotation,
    example: compareAnnotation,
    externalDocs: compareAnnotation,
    deprecated: compareDeprecated,
    required: (child) => compareRequired(child, direction),
    properties: (child) => compareProperties(child, direction, { inside, isClosed }),
    items: (child) => compareItems(child, direction, inside),
    additionalProperties: (child) =>
      isObject(child.before.value) && isObject(child.now.value)
        ? inside(child)
        : compareKeyword(child, 'additionalProperties', direction),
  })
}

function compareKeyword(pair: Pair, keyword: string, direction: Direction): readonly Change[] {
  const { before, now } = pair
  const effect = effectOf(keyword, before.value, now.value)
  return effect === undefined
    ? []
    : [tellEffect(direction, effect, tellKeyword(keyword, before.value, now.value), pair)]
}

/** Compares `deprecated`, wherever it stands. */
export function compareDeprecated(pair: Pair): readonly Change[] {
  const [before, now] = [pair.before.value === true, pair.now.value === true]
  if (before === now) return []
  return [
    adds({
      says: now ? 'It is deprecated.' : 'It is no longer deprecated.',
      why: 'Nothing fails; tools begin or cease to warn.',
      spot: spotOf(pair),
    }),
  ]
}

function compareItems(pair: Pair, direction: Direction, inside: Compare): readonly Change[] {
  const { before, now } = pair
  if (before.value !== undefined && now.value !== undefined) return inside(pair)
  const effect = before.value === undefined ? 'narrowed' : 'widened'
  return [tellEffect(direction, effect, `items is ${show(now.value)}, was ${show(before.value)}.`, pair)]
}

function compareRequired(pair: Pair, direction: Direction): readonly Change[] {
  const [before, now] = [textsIn(pair.before.value), textsIn(pair.now.value)]
  return [
    ...now
      .filter((name) => !before.includes(name))
      .map((name) =>
        tellEffect(direction, 'narrowed', `Member ${show(name)} must be there, was optional.`, pair),
      ),
    ...before
      .filter((name) => !now.includes(name))
      .map((name) =>
        tellEffect(direction, 'widened', `Member ${show(name)} may be absent, was always there.`, pair),
      ),
  ]
}

interface Properties {
  readonly inside: Compare
  /** Whether the object allows no members but these. */
  readonly isClosed: boolean
}

function compareProperties(
  pair: Pair,
  direction: Direction,
  { inside, isClosed }: Properties,
): readonly Change[] {
  return namesIn(pair).flatMap((name) => {
    const child = memberOf(pair, name)
    if (child.before.value === undefined) return [newProperty(child, name, direction, isClosed)]
    return child.now.value === undefined ? [goneProperty(child, name)] : inside(child)
  })
}

function newProperty(pair: Pair, name: string, direction: Direction, closed: boolean): Change {
  const says = `Member ${show(name)} is new.`
  if (closed) return tellEffect(direction, 'widened', says, pair)
  const why =
    direction === 'request'
      ? 'Consumers may send it, but need not.'
      : "Consumers pass over members that they don't know."
  return adds({ says, why, spot: spotOf(pair) })
}

const goneProperty = (pair: Pair, name: string): Change =>
  breaksConsumers({
    says: `Member ${show(name)} is gone.`,
    why: 'Consumers use it today, and code that names it no longer compiles.',
    spot: spotOf(pair),
  })
