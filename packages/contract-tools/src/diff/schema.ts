/** The comparison of two schemas, for values that consumers send or for those that services send. */
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, show } from '../document/json.ts'
import { referenceOf, step } from '../document/spot.ts'
import { adds, breaksConsumers, type Change, isHarmless } from './change.ts'
import { compareRequired, type Direction, rateEffect, restrictionRules } from './effect.ts'
import {
  type Compare,
  compareAnnotation,
  compareDeprecated,
  compareMembers,
  compareName,
  compareNamed,
  compareText,
  followed,
  named,
  type Pair,
  spotOf,
  unknownMember,
  valuesAs,
  valuesOf,
} from './members.ts'

/** Compares two schemas with all that they refer to. `passed` holds what was compared around them, so that circles end. */
export function compareSchema(
  pair: Pair,
  direction: Direction,
  passed: readonly string[] = [],
): readonly Change[] {
  const way = show([pair.before.value ?? null, pair.now.value ?? null])
  if (passed.includes(way)) return []
  const inside: Compare = (child) => compareSchema(child, direction, [...passed, way])
  return [...compareNames(pair), ...compareKeywords(followed(pair), direction, inside)]
}

/** Code generated from the contract notices if a name is gone or another one; not if there is one where there was none. */
function compareNames(pair: Pair): readonly Change[] {
  const [before, now] = [referenceOf(pair.before), referenceOf(pair.now)]
  if (before === now) return []
  const says = `The schema is ${now ?? 'written in place'}, was ${before ?? 'written in place'}.`
  return before === undefined ? [isHarmless(spotOf(pair), says)] : [breaksConsumers(spotOf(pair), says)]
}

function compareKeywords(pair: Pair, direction: Direction, inside: Compare): readonly Change[] {
  return compareMembers(pair, {
    ...restrictionRules(direction),
    items: compareInside('items', direction, inside),
    additionalProperties: compareInside('additionalProperties', direction, inside),
    $comment: compareAnnotation,
    example: compareAnnotation,
    examples: compareAnnotation,
    // Some generators name the type after it.
    title: compareName,
    description: compareText,
    deprecated: compareDeprecated,
    // Who gets a value has no use for it; who leaves one out has.
    default: (child) =>
      direction === 'response' ? compareAnnotation(child) : unknownMember(child, 'default'),
    required: compareRequired(direction),
    properties: (child) => compareProperties(child, pair, direction, inside),
  })
}

/** Compares the schema of items, or of further members. None, `true` and `{}` mean the same: anything. */
const compareInside =
  (keyword: string, direction: Direction, inside: Compare): Compare =>
  (child) => {
    const [before, now] = valuesOf(child)
    if (isObject(before) && isObject(now)) return inside(child)
    const [wasAny, isAny] = valuesAs(child, isAnything)
    if ((wasAny && isAny) || before === now) return []
    if (!valuesOf(child).every((value) => isAnything(value) || value === false || isObject(value)))
      return unknownMember(child, keyword)
    const says = `${keyword} is ${show(now)}, was ${show(before)}.`
    return [rateEffect(direction, wasAny || now === false ? 'narrowed' : 'widened', spotOf(child), says)]
  }

/** Compares the members that `object` names. */
function compareProperties(
  child: Pair,
  object: Pair,
  direction: Direction,
  inside: Compare,
): readonly Change[] {
  const isClosed = step(object.before, 'additionalProperties').value === false
  return compareNamed(named(child.before), named(child.now), {
    gone: (spot, name) => breaksConsumers(spot, `Member ${show(name)} is gone.`),
    come: (spot, name) => {
      const says = `Member ${show(name)} is new.`
      if (isClosed) return rateEffect(direction, 'widened', spot, says)
      return adds(spot, says)
    },
    both: inside,
  })
}

const isAnything = (value: Json | undefined): boolean =>
  value === undefined || value === true || isDeepStrictEqual(value, {})
