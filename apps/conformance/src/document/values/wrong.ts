/** Wrong values of any schema: right ones with a change, and whatever else the validator refuses, by the keyword that it breaks. */
import { isObject } from '../../contract/pointers.ts'
import { once } from '../once.ts'
import { validatorFor } from '../schemas.ts'
import { formats } from './scalars.ts'
import { accepts, choose, rightOf } from './right.ts'
import { interleave, listOf, shapesOf, type Demands, type Shape } from './shape.ts'

/** Lists of values that are likely wrong, each for one reason; nobody knows yet whether they are. */
type Likely = readonly (readonly unknown[])[]

/** Gives the wrong values of a part. */
type WrongIn = (demands: Demands) => readonly unknown[]

const mostValues = 200
/** This many within others. */
const mostWithin = 60
/** What is within more others than this is never wrong on its own. */
const mostNested = 3
/** A longer text would only measure how much a service takes. */
const longest = 10_000

/** One of each type, those first that services mistake most: four are tried. */
const samples: readonly unknown[] = ['abc', 7, null, [], {}, 1.5, true]

/** Texts that many patterns and lists refuse. */
const odd: readonly string[] = ['ABC', '0', '~', ' ', 'a b', '', '-1']

const known = once<readonly unknown[]>()

/** Values that the schemas refuse, the most telling first: most are examples with a change. `within`: keys of what they stand in. */
export function wrongValues(
  demands: Demands,
  examples: readonly unknown[] = [],
  within: readonly string[] = [],
): readonly unknown[] {
  const { contract, key } = demands
  if (key === '' || within.includes(key) || within.length > mostNested) return []
  return known(contract, `${within.length} ${key} ${JSON.stringify(examples)}`, () => {
    const right = choose(demands, [...examples, ...rightOf(demands)])
    const wrongIn: WrongIn = (inner) => wrongValues(inner, [], [...within, key])
    const otherTypes = samples.filter((value) => !accepts(demands, value)).slice(0, 4)
    const lists = shapesOf(demands).map((shape) => [
      numbersLike(shape, right),
      textsLike(shape, right),
      arraysLike(shape, right, wrongIn),
      objectsLike(shape, right, wrongIn),
    ])
    // What a service that converts types takes for it.
    const converted = right.filter((value) => ['number', 'boolean'].includes(typeof value)).map(String)
    // Bounds before the rest of the types: of large objects not everything is tried.
    const types = otherTypes.map((value) => [value])
    const all = [[converted], types.slice(0, 1), ...lists.flat(), types.slice(1)].flat()
    const hits = hitsAmong(demands, all)
    const most = within.length > 0 ? mostWithin : mostValues
    return firstOfEach(hits, (value) => JSON.stringify(value)).slice(0, most)
  })
}

const firstOfEach = <One>(all: readonly One[], keyOf: (one: One) => string): readonly One[] =>
  [...new Map(all.toReversed().map((one) => [keyOf(one), one])).values()].toReversed()

/** From each list, for each keyword and place that it breaks, one value that breaks as little else as can be had. */
function hitsAmong({ contract, pointers }: Demands, lists: Likely): readonly unknown[] {
  const found = lists.flatMap((list, at) =>
    list.flatMap((value) => {
      const faults = pointers.flatMap((pointer) => validatorFor(contract, pointer, 'request')(value))
      const broken = faults.length
      return faults.map(({ pointer, place }) => ({ at, key: `${pointer} ${place}`, broken, value }))
    }),
  )
  const least = new Map<string, number>()
  for (const { key, broken } of found) least.set(key, Math.min(broken, least.get(key) ?? Infinity))
  const best = found.filter(({ key, broken }) => broken === least.get(key))
  return firstOfEach(best, ({ at, key }) => `${at} ${key}`).map(({ value }) => value)
}

/** Lower, higher, and finer than they may be; and the bounds that are excluded. */
function numbersLike(shape: Shape, right: readonly unknown[]): Likely {
  const numbers = right.filter((value) => typeof value === 'number')
  return [
    ...['exclusiveMinimum', 'exclusiveMaximum'].map((name) => shape.numbersOf(name)),
    shape.numbersOf('multipleOf').flatMap((step) => numbers.map((value) => value + step / 2)),
    [...numbers.map((value) => value - 1), 0, ...numbers.map((value) => -value)],
    [...numbers.map((value) => value + 1), ...numbers.map((value) => 2 * value)],
    numbers.flatMap((value) => [value + 0.5, value - 0.5]),
  ]
}

function textsLike(shape: Shape, right: readonly unknown[]): Likely {
  const texts = right.filter((value) => typeof value === 'string')
  if (texts.length === 0) return []
  const looksAlike = shape.valuesOf('format').flatMap((name) => formats[String(name)]?.alike ?? [])
  return [
    ...looksAlike.map((text) => [text]),
    texts.flatMap((text) => [Array.from(text).slice(0, -1).join(''), text.slice(0, 1)]),
    [...texts.map((text) => text + (text.at(-1) ?? 'a')), 'a'.repeat(longest)],
    // Too short by characters, though not by bytes or by units of UTF-16.
    shape.numbersOf('minLength').map((least) => '🌿'.repeat(Math.max(0, least - 1))),
    texts.flatMap((text) => [text.toUpperCase(), text.toLowerCase()]),
    [...odd, ...texts.flatMap((text) => [`${text}~`, `~${text.slice(1)}`])],
    // To some readers of patterns, the end of a line is that of the text.
    texts.map((text) => `${text}\n`),
    texts.map((text) => `~\n${text}`),
  ]
}

/** Too many items, too few, one twice, and a wrong one as the first or behind a right one. */
function arraysLike(shape: Shape, right: readonly unknown[], wrongIn: WrongIn): Likely {
  const arrays = right.filter((value) => Array.isArray(value)).map((array) => listOf(array))
  if (arrays.length === 0) return []
  const [first, ...rest] = arrays.find((array) => array.length > 0) ?? []
  const items = rightOf(shape.itemDemands(0))
  // Where items must differ, only different ones make more of them.
  const more = shape.numbersOf('maxItems').map((most) => items.slice(0, most + 1))
  return [
    arrays.map((array) => array.slice(0, -1)),
    [...more, ...arrays.map((array) => array.concat(array.slice(0, 1)))],
    [[first, first]],
    [[], ['abc'], [7], [{}]],
    ...wrongIn(shape.itemDemands(0)).map((value) => [[value, ...rest]]),
    ...wrongIn(shape.itemDemands(1))
      .slice(0, 3)
      .map((value) => [[first, value]]),
  ]
}

/** Without each member, with others, and with each wrong on its own. */
function objectsLike(shape: Shape, right: readonly unknown[], wrongIn: WrongIn): Likely {
  const objects = right.filter((value) => isObject(value))
  const names = new Set(objects.flatMap((object) => Object.keys(object)))
  const counts = [1, ...shape.numbersOf('maxProperties').map((most) => Math.min(most + 1, 100))]
  const added = counts.map((count) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`unexpected${at || ''}`, 'abc'])),
  )
  const named = shape.members
  const isPatch = named.every(({ isRequired }) => !isRequired)
  const other = { name: 'unexpected', demands: shape.demandsOf('unexpected') }
  const wrong = [...named, other].map(({ name, demands }) => {
    // Where members exclude each other, no object has all; and a patch may be refused for others that it has.
    const base = isPatch ? {} : (objects.find((object) => Object.hasOwn(object, name)) ?? objects[0])
    return wrongIn(demands).map((value) => [{ ...base, [name]: value }])
  })
  return [
    ...[...names].map((name) =>
      objects.filter((object) => Object.hasOwn(object, name)).map(({ [name]: _left, ...others }) => others),
    ),
    added.flatMap((more) => objects.map((object) => Object.assign({}, object, more))),
    // The first of each first.
    ...interleave(wrong),
  ]
}
