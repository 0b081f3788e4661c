/** What may be wrong with a value that has no parts: its type, a bound, a length, its pattern, its format, the list it is from. */
import { type Aim, aimsAt } from './aim.ts'
import { formats } from './formats.ts'
import { rangeOf } from './numbers.ts'
import { keywordsOf, listOf, type Shape, type Type, typeOf } from './shape.ts'

const names: Readonly<Record<string, string>> = {
  boolean: 'a boolean',
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  array: 'an array',
  object: 'an object',
}

const named = (type: unknown): string => names[String(type)] ?? String(type)

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
    ...keywordsOf(shape, 'type').map(([keyword, type]) => typeAim(keyword, [type].flat())),
    ...aimsAt(
      shape,
      'enum',
      (list) => listOf(list).flatMap((value) => besides(value)),
      (list) => `none of ${listed(listOf(list))}`,
    ),
    ...aimsAt(shape, 'const', besides, (value) => `not ${JSON.stringify(value)}`),
    ...boundAims(shape, right),
    ...aimsAt(
      shape,
      'minLength',
      (least) => shorter(Number(least)),
      (least) => (least === 1 ? 'an empty text' : `shorter than ${String(least)} characters`),
    ),
    ...aimsAt(
      shape,
      'maxLength',
      (most) => (Number(most) < longest ? longer(Number(most)) : []),
      (most) => `longer than ${String(most)} characters`,
    ),
    ...aimsAt(
      shape,
      'pattern',
      () => [...odd, ...texts.flatMap((text) => [`${text}~`, `~${text.slice(1)}`, `${text.slice(0, -1)}~`])],
      (pattern) => `a text that does not match ${String(pattern)}`,
    ),
    ...aimsAt(
      shape,
      'format',
      (name) => (name === 'int32' ? [2_147_483_648, -2_147_483_649] : (formats[String(name)]?.wrong ?? [])),
      (name) => `not ${formats[String(name)]?.name ?? `of the format ${String(name)}`}`,
    ),
  ]
}

function typeAim(keyword: string, types: readonly unknown[]): Aim {
  const due = types.map((one) => named(one)).join(' or ')
  const isOther = (type: Type, value: unknown): boolean =>
    !types.includes(type) &&
    // Half a number is only telling where a whole one is due.
    (value !== 1.5 || types.includes('integer')) &&
    (type !== 'integer' || !types.includes('number'))
  const values = samples.filter((value) => isOther(typeOf(value), value))
  return {
    keyword,
    place: '',
    description: (value) => `${named(typeOf(value))} in place of ${due}`,
    values,
    most: 4,
  }
}

function boundAims(shape: Shape, right: readonly unknown[]): readonly Aim[] {
  const { step } = rangeOf(shape)
  const by = step === 0 ? [1, 0.5] : [step, 1]
  const numbers = right.filter((value) => typeof value === 'number')
  const below = (bound: number): readonly number[] => by.map((size) => bound - size)
  const above = (bound: number): readonly number[] => by.map((size) => bound + size)
  const bounds: readonly (readonly [string, (bound: number) => readonly number[], string])[] = [
    ['minimum', below, 'less than the minimum of'],
    ['maximum', above, 'more than the maximum of'],
    ['exclusiveMinimum', (bound) => [bound, ...below(bound)], 'not more than'],
    ['exclusiveMaximum', (bound) => [bound, ...above(bound)], 'not less than'],
    [
      'multipleOf',
      (size) => numbers.flatMap((value) => [value + 1, value - 1, value + size / 2]),
      'not a multiple of',
    ],
  ]
  return bounds.flatMap(([name, make, words]) =>
    aimsAt(
      shape,
      name,
      (bound) => make(Number(bound)),
      (bound) => `${words} ${String(bound)}`,
    ),
  )
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

const listed = (list: readonly unknown[]): string =>
  `${list
    .slice(0, 3)
    .map((value) => JSON.stringify(value))
    .join(', ')}${list.length > 3 ? ', …' : ''}`
