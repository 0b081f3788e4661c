/** Wrong values of any schema: right ones with a change, and whatever else the validator refuses, by the keyword that it breaks. */
import type { AnyContract } from '../model.ts'
import { validatorFor } from '../schemas.ts'
import { formats } from './formats.ts'
import { type Source, sourceOf } from './right.ts'
import { type Demands, keywordsOf, numbersOf, type Shape, shapesOf } from './shape.ts'
import { arraysLike, objectsLike, type WrongValue } from './wrong-parts.ts'

const mostValues = 200
/** This many within others. */
const mostWithin = 60
/** What is within more others than this is never wrong on its own. */
const mostNested = 3
/** A longer text would only measure how much a service takes. */
const longest = 10_000

/** One of each type, those first that services mistake most. */
const samples: readonly unknown[] = ['abc', 7, null, [], {}, 1.5, true]

/** This many of them. */
const mostSamples = 4

/** Texts that many patterns and lists refuse. */
const odd: readonly string[] = ['ABC', '0', '~', ' ', 'a b', '', '-1']

/** Values that the schema at the pointer refuses, the most telling first: most are examples with a change. */
export function wrongValues(
  contract: AnyContract,
  schema: string,
  examples: readonly unknown[] = [],
): readonly WrongValue[] {
  const source = sourceOf(contract)
  return examples.length === 0
    ? wrongOf(source, [schema], [])
    : findWrong(source, [schema], [schema], examples)
}

const known = new WeakMap<Source, Map<string, readonly WrongValue[]>>()

function wrongOf(source: Source, demands: Demands, within: readonly string[]): readonly WrongValue[] {
  const key = demands.join(' ')
  if (demands.length === 0 || within.includes(key) || within.length > mostNested) return []
  const bySource = known.get(source) ?? new Map<string, readonly WrongValue[]>()
  known.set(source, bySource)
  const found = bySource.get(`${within.length} ${key}`) ?? findWrong(source, demands, [...within, key])
  bySource.set(`${within.length} ${key}`, found)
  return found
}

function findWrong(
  source: Source,
  demands: Demands,
  within: readonly string[],
  examples: readonly unknown[] = [],
): readonly WrongValue[] {
  const right = source.choose(demands, [...examples, ...source.right(demands)])
  const wrongIn = (inner: Demands): readonly WrongValue[] => wrongOf(source, inner, within)
  const otherTypes = samples.filter((value) => !source.accepts(demands, value)).slice(0, mostSamples)
  const lists = shapesOf(source.contract, demands).map((shape) => [
    numbersLike(shape, right),
    textsLike(shape, right),
    arraysLike(source, shape, right, wrongIn),
    objectsLike(source, shape, right, wrongIn),
  ])
  // What a service that converts types takes for it.
  const converted = right.filter((value) => ['number', 'boolean'].includes(typeof value)).map(String)
  // Bounds before the rest of the types: of large objects not everything is tried.
  const types = otherTypes.map((value) => [value])
  const all = [[converted], types.slice(0, 1), ...lists.flat(), types.slice(1)].flat()
  const hits = hitsAmong(source.contract, demands, all)
  const different = new Map(hits.toReversed().map((wrong) => [JSON.stringify(wrong.value), wrong]))
  return [...different.values()].toReversed().slice(0, within.length > 1 ? mostWithin : mostValues)
}

/** From each list, for each keyword and place that it breaks, one value that breaks as little else as can be had. */
function hitsAmong(
  contract: AnyContract,
  demands: Demands,
  lists: readonly (readonly unknown[])[],
): readonly WrongValue[] {
  const found = lists.flatMap((list, at) =>
    list.flatMap((value) => {
      const faults = demands.flatMap((pointer) => validatorFor(contract, pointer, 'request')(value))
      return faults.map(({ pointer, place }) => ({
        at,
        key: `${pointer} ${place}`,
        broken: faults.length,
        wrong: { value, keyword: pointer },
      }))
    }),
  )
  const least = new Map<string, number>()
  for (const { key, broken } of found) least.set(key, Math.min(broken, least.get(key) ?? Infinity))
  const best = found.filter(({ key, broken }) => broken === least.get(key))
  const groups = Map.groupBy(best, ({ at, key }) => `${at} ${key}`).values()
  return groups.flatMap((group) => group.slice(0, 1).map(({ wrong }) => wrong)).toArray()
}

/** Lower, higher, and finer than they may be; and the bounds that are excluded. */
function numbersLike(shape: Shape, right: readonly unknown[]): readonly (readonly number[])[] {
  const numbers = right.filter((value) => typeof value === 'number')
  return [
    ...['exclusiveMinimum', 'exclusiveMaximum'].map((name) => numbersOf(shape, name)),
    numbersOf(shape, 'multipleOf').flatMap((step) => numbers.map((value) => value + step / 2)),
    [...numbers.map((value) => value - 1), 0, ...numbers.map((value) => -value)],
    [...numbers.map((value) => value + 1), ...numbers.map((value) => 2 * value)],
    numbers.flatMap((value) => [value + 0.5, value - 0.5]),
  ]
}

function textsLike(shape: Shape, right: readonly unknown[]): readonly (readonly unknown[])[] {
  const texts = right.filter((value) => typeof value === 'string')
  if (texts.length === 0) return []
  const looksAlike = keywordsOf(shape, 'format').flatMap(([, name]) => formats[String(name)]?.wrong ?? [])
  return [
    ...looksAlike.map((text) => [text]),
    texts.flatMap((text) => [Array.from(text).slice(0, -1).join(''), text.slice(0, 1)]),
    [...texts.map((text) => text + (text.at(-1) ?? 'a')), 'a'.repeat(longest)],
    // Too short by characters, though not by bytes or by units of UTF-16.
    numbersOf(shape, 'minLength').map((least) => '🌿'.repeat(Math.max(0, least - 1))),
    texts.flatMap((text) => [text.toUpperCase(), text.toLowerCase()]),
    [...odd, ...texts.flatMap((text) => [`${text}~`, `~${text.slice(1)}`])],
    // To some readers of patterns, the end of a line is that of the text.
    texts.map((text) => `${text}\n`),
    texts.map((text) => `~\n${text}`),
  ]
}
