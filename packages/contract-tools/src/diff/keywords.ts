/** Keywords of JSON Schema that restrict values, and what a change of each does to the set of valid values. */
import { type Json, show, textsIn, itemsOf } from '../document/json.ts'
import { isDeepStrictEqual } from 'node:util'

/** `other`: some values become valid and some invalid, or nobody can tell. */
export type Effect = 'narrowed' | 'widened' | 'other'

type Judge = (before: Json | undefined, now: Json | undefined) => Effect

const number = (value: Json | undefined, absent: number): number =>
  typeof value === 'number' ? value : absent

/** Absent means no bound. What anything but a number does, nobody can tell. */
const isBound = (value: Json | undefined): boolean => value === undefined || typeof value === 'number'
const lower: Judge = (before, now) => {
  if (!isBound(before) || !isBound(now)) return 'other'
  return number(now, -Infinity) > number(before, -Infinity) ? 'narrowed' : 'widened'
}
const upper: Judge = (before, now) => {
  if (!isBound(before) || !isBound(now)) return 'other'
  return number(now, Infinity) < number(before, Infinity) ? 'narrowed' : 'widened'
}

/** For keywords that narrow if present; nobody can tell what a changed value does. */
const present: Judge = (before, now) => {
  if (before === undefined) return 'narrowed'
  return now === undefined ? 'widened' : 'other'
}

/** Compares two sets by whether one lies within the other. */
function compareSets<T>(
  before: readonly T[],
  now: readonly T[],
  within: (one: T, all: readonly T[]) => boolean,
): Effect {
  if (now.every((one) => within(one, before))) return 'narrowed'
  return before.every((one) => within(one, now)) ? 'widened' : 'other'
}

const typesIn = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : textsIn(value)

const types: Judge = (before, now) =>
  before === undefined || now === undefined
    ? present(before, now)
    : compareSets(
        typesIn(before),
        typesIn(now),
        (type, all) => all.includes(type) || (type === 'integer' && all.includes('number')),
      )

const values: Judge = (before, now) =>
  before === undefined || now === undefined
    ? present(before, now)
    : compareSets(itemsOf(before), itemsOf(now), (value, all) =>
        all.some((one) => isDeepStrictEqual(one, value)),
      )

const multiples: Judge = (before, now) => {
  if (typeof before !== 'number' || typeof now !== 'number') return present(before, now)
  if (now % before === 0) return 'narrowed'
  return before % now === 0 ? 'widened' : 'other'
}

const uniqueness: Judge = (_, now) => (now === true ? 'narrowed' : 'widened')

/** Absent means true. */
const openness: Judge = (before = true, now = true) => {
  if (now === false || before === true) return 'narrowed'
  return before === false || now === true ? 'widened' : 'other'
}

/** By keyword. `format` is not among them: what it does to the set depends on the validator. */
export const judges: Readonly<Record<string, Judge>> = {
  type: types,
  enum: values,
  const: present,
  minimum: lower,
  exclusiveMinimum: lower,
  minLength: lower,
  minItems: lower,
  minProperties: lower,
  maximum: upper,
  exclusiveMaximum: upper,
  maxLength: upper,
  maxItems: upper,
  maxProperties: upper,
  multipleOf: multiples,
  pattern: present,
  uniqueItems: uniqueness,
  additionalProperties: openness,
}

/** What the keyword's change does; undefined if nothing changed. */
export const effectOf = (
  keyword: string,
  before: Json | undefined,
  now: Json | undefined,
): Effect | undefined => (isDeepStrictEqual(before, now) ? undefined : judges[keyword]?.(before, now))

/** `maximum is 10, was absent.` */
export const tellKeyword = (name: string, before: Json | undefined, now: Json | undefined): string =>
  `${name} is ${show(now)}, was ${show(before)}.`
