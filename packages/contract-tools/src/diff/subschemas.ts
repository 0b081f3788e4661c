/** The comparison of the schemas inside a schema: members of objects, items of arrays, choices. */
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, show, textsIn } from '../document/json.ts'
import { type Spot, step } from '../document/spot.ts'
import { adds, breaksConsumers, type Change } from './change.ts'
import { type Direction, tellEffect } from './effect.ts'
import { essenceOf, itemsIn, nameOf } from './meaning.ts'
import {
  type Compare,
  compareNamed,
  named,
  type Named,
  type Pair,
  spotOf,
  unknownMember,
  valuesAs,
  valuesOf,
} from './members.ts'

const isOpen = (value: Json | undefined): boolean =>
  value === undefined || value === true || isDeepStrictEqual(value, {})

/** Compares the schema of items, or of further members. None, `true` and `{}` mean the same: anything. */
export function compareInside(
  pair: Pair,
  keyword: string,
  direction: Direction,
  inside: Compare,
): readonly Change[] {
  const [before, now] = valuesOf(pair)
  if (isObject(before) && isObject(now)) return inside(pair)
  const areOpen = valuesAs(pair, isOpen)
  if ((areOpen[0] && areOpen[1]) || before === now) return []
  if ([before, now].some((value) => !isOpen(value) && value !== false && !isObject(value))) {
    return unknownMember(pair, keyword)
  }
  const effect = areOpen[0] || now === false ? 'narrowed' : 'widened'
  return [tellEffect(direction, effect, spotOf(pair), `${keyword} is ${show(now)}, was ${show(before)}.`)]
}

/** Compares `required` of an object, member by member. */
export function compareMandatory(pair: Pair, direction: Direction): readonly Change[] {
  const [before, now] = valuesAs(pair, (value) => textsIn(value))
  const tell = (effect: 'narrowed' | 'widened', name: string, says: string): Change =>
    tellEffect(direction, effect, spotOf(pair), `Member ${show(name)} ${says}.`)
  return [
    ...now
      .filter((name) => !before.includes(name))
      .map((name) => tell('narrowed', name, 'must be there, was optional')),
    ...before
      .filter((name) => !now.includes(name))
      .map((name) => tell('widened', name, 'may be absent, was always there')),
  ]
}

/** Compares the members that `object` names. */
export function compareProperties(
  pair: Pair,
  object: Pair,
  direction: Direction,
  inside: Compare,
): readonly Change[] {
  const further = step(object.before, 'additionalProperties')
  return compareNamed(named(pair.before), named(pair.now), {
    gone: (spot, name) =>
      breaksConsumers(
        spot,
        `Member ${show(name)} is gone.`,
        'Consumers use it today, and code that names it no longer compiles.',
      ),
    come: (spot, name) => {
      const says = `Member ${show(name)} is new.`
      if (further.value === false) return tellEffect(direction, 'widened', spot, says)
      const why =
        direction === 'request'
          ? 'Consumers may send it, but need not.'
          : "Consumers pass over members that they don't know."
      return adds(spot, says, why)
    },
    both: inside,
  })
}

/** Compares `anyOf` or `oneOf`: alternatives in any order, told apart by their names, or else by what they mean. */
export function compareChoice(pair: Pair, direction: Direction, inside: Compare): readonly Change[] {
  const [before, now] = valuesOf(pair)
  if (!Array.isArray(before) || !Array.isArray(now)) {
    if (![before, now].every((value) => value === undefined || Array.isArray(value)))
      return unknownMember(pair, spotOf(pair).steps.at(-1) ?? '')
    const effect = before === undefined ? 'narrowed' : 'widened'
    const says = `${spotOf(pair).steps.at(-1)} is ${before === undefined ? 'new' : 'gone'}.`
    return [tellEffect(direction, effect, spotOf(pair), says)]
  }
  return compareNamed(alternativesIn(pair.before), alternativesIn(pair.now), {
    gone: (spot, name) => tellEffect(direction, 'narrowed', spot, `The alternative ${name} is gone.`),
    come: (spot, name) => tellEffect(direction, 'widened', spot, `The alternative ${name} is new.`),
    both: inside,
  })
}

const alternativesIn = (side: Spot): Named =>
  new Map(itemsIn(side).map((one) => [nameOf(one) ?? show(essenceOf(one, false)), one]))
