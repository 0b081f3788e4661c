/** What a change of a keyword does to the valid values, and whom that breaks: that depends on who sends them. */
import { isDeepStrictEqual } from 'node:util'
import { itemsOf, type Json, show, textsIn } from '../document/json.ts'
import type { Spot } from '../document/spot.ts'
import { asksOfImplementers, breaksBoth, breaksConsumers, type Change } from './change.ts'
import { asSet, type Compare, type Pair, spotOf, valuesAs, valuesOf } from './members.ts'

/** Who sends the values. */
export type Direction = 'request' | 'response'

/** `other`: some values become valid and some invalid, or nobody can tell. */
type Effect = 'narrowed' | 'widened' | 'other'

/** A client of the old contract may fail with a service of the new one, or the other way round. */
export function rateEffect(direction: Direction, effect: Effect, spot: Spot, says: string): Change {
  const isForConsumers = (direction === 'request') === (effect === 'narrowed')
  const rate = effect === 'other' ? breaksBoth : isForConsumers ? breaksConsumers : asksOfImplementers
  return rate(spot, says)
}

/** Compares `required` of a parameter, a body or a header, where absent means false; or of an object, member by member. */
export const compareRequired =
  (direction: Direction): Compare =>
  (pair) => {
    const [before, now] = valuesAs(pair, requiredIn)
    return [...new Set([...before, ...now])]
      .filter((name) => before.includes(name) !== now.includes(name))
      .map((name) => {
        const [effect, says] = now.includes(name)
          ? (['narrowed', 'must be there, was optional'] as const)
          : (['widened', 'may be absent, had to be there'] as const)
        return rateEffect(direction, effect, spotOf(pair), `${name} ${says}.`)
      })
  }

const requiredIn = (value: Json | undefined): readonly string[] =>
  value === true ? ['It'] : textsIn(value).map((name) => `Member ${show(name)}`)

/** How a keyword restricts: by a least or a greatest value, by a set of values or types, or so that nobody can tell. */
const restrictions: Readonly<Record<string, 'least' | 'most' | 'set' | undefined>> = {
  minimum: 'least',
  exclusiveMinimum: 'least',
  minLength: 'least',
  minItems: 'least',
  maximum: 'most',
  exclusiveMaximum: 'most',
  maxLength: 'most',
  maxItems: 'most',
  type: 'set',
  enum: 'set',
  pattern: undefined,
  format: undefined,
  uniqueItems: undefined,
}

/** Compares the keywords that restrict the valid values. */
export const restrictionRules = (direction: Direction): Readonly<Record<string, Compare>> =>
  Object.fromEntries(
    Object.keys(restrictions).map((keyword) => [
      keyword,
      (pair: Pair) => {
        const [before, now] = valuesOf(pair)
        const effect = effectOf(keyword, before, now)
        const says = `${keyword} is ${show(now)}, was ${show(before)}.`
        return effect === undefined ? [] : [rateEffect(direction, effect, spotOf(pair), says)]
      },
    ]),
  )

/** What the keyword's change does to the set of valid values; undefined if nothing changed. */
function effectOf(keyword: string, before: Json | undefined, now: Json | undefined): Effect | undefined {
  if (before === undefined || now === undefined) {
    return before === now ? undefined : before === undefined ? 'narrowed' : 'widened'
  }
  const how = restrictions[keyword]
  if (how === 'set') return effectOfSets(listOf(before), listOf(now))
  if (before === now) return undefined
  if (how === undefined || typeof before !== 'number' || typeof now !== 'number') return 'other'
  return now > before === (how === 'least') ? 'narrowed' : 'widened'
}

const isIn = (item: Json, list: readonly Json[]): boolean =>
  list.some((one) => isDeepStrictEqual(one, item)) || (item === 'integer' && list.includes('number'))

/** Of values, or of types: any number includes the integers. */
function effectOfSets(before: readonly Json[], now: readonly Json[]): Effect | undefined {
  const [isNarrower, isWider] = [
    now.every((item) => isIn(item, before)),
    before.every((item) => isIn(item, now)),
  ]
  if (isNarrower && isWider) return undefined
  return isNarrower ? 'narrowed' : isWider ? 'widened' : 'other'
}

const listOf = (value: Json): readonly Json[] => asSet(Array.isArray(value) ? itemsOf(value) : [value])
