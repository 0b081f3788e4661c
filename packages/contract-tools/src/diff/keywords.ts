/** Keywords of JSON Schema that restrict values: what two of them mean together, and what a change of one does. */
import { isDeepStrictEqual } from 'node:util'
import { itemsOf, type Json, show } from '../document/json.ts'

/** `other`: some values become valid and some invalid, or nobody can tell. */
export type Effect = 'narrowed' | 'widened' | 'other'

/** What has to hold where both values of a keyword have to; a value joined with itself is its one spelling. */
type Join = (a: Json, b: Json) => Json

const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? itemsOf(value) : [value])
const hasIn = (list: Json, item: Json): boolean => listOf(list).some((one) => isDeepStrictEqual(one, item))

/** The items of a set, each once and in one order. */
export const asSet = (items: readonly Json[]): readonly Json[] =>
  [...new Map(items.map((item) => [show(item), item])).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item)

const either: Join = (a, b) => asSet([...listOf(a), ...listOf(b)])
const common: Join = (a, b) => asSet(listOf(a).filter((item) => hasIn(b, item)))
const types: Join = (a, b) => {
  const [one, other] = [a, b].map((type) => (hasIn(type, 'number') ? either(type, 'integer') : type))
  return common(one ?? a, other ?? b)
}
const numbers =
  (choose: (a: number, b: number) => number | undefined): Join =>
  (a, b) =>
    (typeof a === 'number' && typeof b === 'number' ? choose(a, b) : undefined) ?? either(a, b)
const [higher, lower] = [numbers(Math.max), numbers(Math.min)]
const multiples = numbers((a, b) => (a % b === 0 ? a : b % a === 0 ? b : undefined))

/** From the narrowest to the widest. */
const nested = [
  ['int32', 'int64'],
  ['float', 'double'],
]
const formats: Join = (a, b) =>
  nested.find((row) => hasIn(row, a) && hasIn(row, b))?.find((one) => one === a || one === b) ?? either(a, b)

/** By keyword. */
export const joins: Readonly<Record<string, Join>> = {
  type: types,
  enum: common,
  required: either,
  ...Object.fromEntries(
    ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((name) => [name, higher]),
  ),
  ...Object.fromEntries(
    ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((name) => [name, lower]),
  ),
  multipleOf: multiples,
  format: formats,
  pattern: either,
  uniqueItems: either,
}

/** What the keyword's change does to the set of valid values; undefined if nothing changed. */
export function effectOf(
  keyword: string,
  before: Json | undefined,
  now: Json | undefined,
): Effect | undefined {
  if (before === undefined || now === undefined) {
    return before === now ? undefined : before === undefined ? 'narrowed' : 'widened'
  }
  const join = joins[keyword] ?? either
  const [old, present, together] = [join(before, before), join(now, now), join(before, now)]
  if (isDeepStrictEqual(old, present)) return undefined
  if (isDeepStrictEqual(together, present)) return 'narrowed'
  return isDeepStrictEqual(together, old) ? 'widened' : 'other'
}
