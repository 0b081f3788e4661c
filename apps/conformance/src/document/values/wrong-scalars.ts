/** What may be wrong with a value that has no parts: its type, a bound, a length, its pattern, its format, the list it is from. */
import { type Aim, aimsAt } from './aim.ts'
import { formats } from './formats.ts'
import { rangeOf } from './numbers.ts'
import { keywordsOf, listOf, type Shape, type Type, typeOf } from './shape.ts'

/** One of each type, those first that services mistake most. */
export const samples: readonly unknown[] = ['abc', 1.5, 7, null, {}, [], true]

/** Texts that many patterns refuse. */
const odd: readonly string[] = ['abc', '0', 'ABC', '~', ' ', 'a b', '', '-1']

/** A longer text would only measure how much a service takes. */
const longest = 10_000

/** `right`: right values of the same schema. */
export function scalarAims(shape: Shape, right: readonly unknown[]): readonly Aim[] {
  const texts = right.filter((value) => typeof value === 'string')
  const shorter = (least: number): readonly string[] =>
    [...texts, 'a'].map((text) =>
      Array.from(text.padEnd(least, text || 'a'))
        .slice(0, least - 1)
        .join(''),
    )
  const longer = (most: number): readonly string[] =>
    [...texts, 'a'].map(
      (text) => text + (text.at(-1) ?? 'a').repeat(Math.max(1, most + 1 - Array.from(text).length)),
    )
  return [
    ...keywordsOf(shape, 'type').map(([keyword, type]) => ({
      keyword,
      values: ofOtherTypes([type].flat()),
      most: 4,
    })),
    ...aimsAt(shape, 'enum', (list) => listOf(list).flatMap((value) => besides(value))),
    ...aimsAt(shape, 'const', besides),
    ...boundAims(shape, right),
    ...aimsAt(shape, 'minLength', (least) => shorter(Number(least))),
    ...aimsAt(shape, 'maxLength', (most) => (Number(most) < longest ? longer(Number(most)) : [])),
    ...aimsAt(shape, 'pattern', () => [
      ...odd,
      ...texts.flatMap((text) => [`${text}~`, `~${text.slice(1)}`, `${text.slice(0, -1)}~`]),
    ]),
    ...aimsAt(shape, 'format', (name) =>
      name === 'int32' ? [2_147_483_648, -2_147_483_649] : (formats[String(name)]?.wrong ?? []),
    ),
  ]
}

function ofOtherTypes(types: readonly unknown[]): readonly unknown[] {
  const isOther = (type: Type, value: unknown): boolean =>
    !types.includes(type) &&
    // Half a number is only telling where a whole one is due.
    (value !== 1.5 || types.includes('integer')) &&
    (type !== 'integer' || !types.includes('number'))
  return samples.filter((value) => isOther(typeOf(value), value))
}

function boundAims(shape: Shape, right: readonly unknown[]): readonly Aim[] {
  const { step } = rangeOf(shape)
  const by = step === 0 ? [1, 0.5] : [step, 1]
  const numbers = right.filter((value) => typeof value === 'number')
  const below = (bound: unknown): readonly number[] => by.map((size) => Number(bound) - size)
  const above = (bound: unknown): readonly number[] => by.map((size) => Number(bound) + size)
  return [
    ...aimsAt(shape, 'minimum', below),
    ...aimsAt(shape, 'maximum', above),
    ...aimsAt(shape, 'exclusiveMinimum', (bound) => [bound, ...below(bound)]),
    ...aimsAt(shape, 'exclusiveMaximum', (bound) => [bound, ...above(bound)]),
    ...aimsAt(shape, 'multipleOf', (size) =>
      numbers.flatMap((value) => [value + 1, value - 1, value + Number(size) / 2]),
    ),
  ]
}

/** Values like this one. */
function besides(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1]
  if (typeof value !== 'string') return ['no-such-value', 7]
  return [
    'no-such-value',
    value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase(),
    `${value}x`,
    '',
  ]
}
