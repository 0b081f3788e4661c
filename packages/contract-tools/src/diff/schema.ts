/** The comparison of what two schemas mean, for values that consumers send or for those that services send. */
import { membersOf, show } from '../document/json.ts'
import { breaksConsumers, type Change, isHarmless } from './change.ts'
import { type Direction, tellEffect } from './effect.ts'
import { effectOf, joins } from './keywords.ts'
import { meaningOf, nameOf } from './meaning.ts'
import {
  type Compare,
  compareAnnotation,
  compareMembers,
  type Pair,
  spotOf,
  unknownMember,
  valuesOf,
} from './members.ts'
import { compareChoice, compareInside, compareMandatory, compareProperties } from './subschemas.ts'
import { compareDeprecated, compareName, compareText } from './texts.ts'

/** Compares two schemas with all that they refer to. `passed` holds what was compared around them, so that circles end. */
export function compareSchema(
  pair: Pair,
  direction: Direction,
  passed: readonly string[] = [],
): readonly Change[] {
  const way = show([pair.before.value ?? null, pair.now.value ?? null])
  if (passed.includes(way)) return []
  const meaning = { before: meaningOf(pair.before), now: meaningOf(pair.now) }
  const inside: Compare = (child) => compareSchema(child, direction, [...passed, way])
  return [...compareNames(pair), ...compareKeywords(meaning, direction, inside)]
}

/** Code generated from the contract notices if a name is gone or another one; not if there is one where there was none. */
function compareNames(pair: Pair): readonly Change[] {
  const [before, now] = [nameOf(pair.before), nameOf(pair.now)]
  if (before === now) return []
  const says = `The schema is ${now ?? 'written in place'}, was ${before ?? 'written in place'}.`
  const why = 'The type has another name in code generated from the contract.'
  return before === undefined
    ? [isHarmless(spotOf(pair), says, 'It means the same behind a name.')]
    : [breaksConsumers(spotOf(pair), says, why)]
}

const annotations = ['$comment', 'example', 'examples', 'externalDocs']

function compareKeywords(pair: Pair, direction: Direction, inside: Compare): readonly Change[] {
  const compareKeyword =
    (keyword: string): Compare =>
    (child) => {
      const [before, now] = valuesOf(child)
      const effect = effectOf(keyword, before, now)
      const says = `${keyword} is ${show(now)}, was ${show(before)}.`
      return effect === undefined ? [] : [tellEffect(direction, effect, spotOf(child), says)]
    }
  return compareMembers(pair, {
    ...Object.fromEntries(Object.keys(joins).map((keyword) => [keyword, compareKeyword(keyword)])),
    ...Object.fromEntries(annotations.map((keyword) => [keyword, compareAnnotation])),
    // Some generators name the type after it.
    title: compareName,
    description: compareText,
    deprecated: compareDeprecated,
    // Who gets a value has no use for it; who leaves one out has.
    default: (child) =>
      direction === 'response' ? compareAnnotation(child) : unknownMember(child, 'default'),
    format: (child) =>
      areWithin32Bits(pair, child) ? compareAnnotation(child) : compareKeyword('format')(child),
    required: (child) => compareMandatory(child, direction),
    properties: (child) => compareProperties(child, pair, direction, inside),
    items: (child) => compareInside(child, 'items', direction, inside),
    additionalProperties: (child) => compareInside(child, 'additionalProperties', direction, inside),
    anyOf: (child) => compareChoice(child, direction, inside),
    oneOf: (child) => compareChoice(child, direction, inside),
  })
}

/** Whether bounds keep all integers within 32 bits, so that their format, int32 or int64, says nothing more. */
const areWithin32Bits = (pair: Pair, format: Pair): boolean =>
  valuesOf(format).every((value) => value === 'int32' || value === 'int64') &&
  valuesOf(pair).every((schema) => {
    const { minimum, maximum } = membersOf(schema)
    return Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31
  })
