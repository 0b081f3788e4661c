/**
 * Which values are tried together.
 *
 * The first fault of a request decides its answer: two wrong values in one request would hide each other, and a wrong
 * one hides the effect of right ones. So they are kept apart. A covering array holds all pairs of *right* values; each
 * of its requests is due to succeed. Each *wrong* value is tried alone, and beside right values of all other
 * dimensions, in requests that are due to be refused for that one reason. Which of two faults decides is tried with
 * pairs of wrong values that break different rules. A value that leaves more than one answer open (content, odd
 * characters, an expectation) would hide others too: a request has at most one such *ambiguous* value.
 */
import type { Wanted } from '@plant-store/raw-http'
import type { Oracle } from '../../oracle/oracle.ts'
import type { Dimension, Value, Values } from './draft.ts'

type ToWanted = (values: Values) => Wanted

/** The values of a dimension, sorted by what is due to a request that has only that value. */
export interface Sorted {
  readonly dimension: Dimension
  /** The usual one first. */
  readonly right: readonly Value[]
  readonly wrong: readonly Value[]
  /** Right values that allow more than one answer. */
  readonly ambiguous: ReadonlySet<Value>
}

/** Values that the contract leaves open are neither right nor wrong; they are still tried alone. */
export function sortValues(dimension: Dimension, toWanted: ToWanted, oracle: Oracle): Sorted {
  const right: Value[] = []
  const wrong: Value[] = []
  const ambiguous = new Set<Value>()
  for (const value of dimension.values) {
    const { faults, isOpen, owed, alsoFine } = oracle.analyse(toWanted(new Map([[dimension, value]])).request)
    if (!isOpen && owed === 'an answer') (faults.length > 0 ? wrong : right).push(value)
    if (alsoFine.some((status) => status !== 304)) ambiguous.add(value)
  }
  return { dimension, right, wrong, ambiguous }
}

/** One request for each value of each dimension: early values of every dimension come before later ones. */
export function eachAlone(dimensions: readonly Dimension[]): readonly Values[] {
  const most = Math.max(...dimensions.map(({ values }) => values.length))
  return Array.from({ length: most }, (_, index) =>
    dimensions.flatMap((dimension) => {
      const value = dimension.values[index]
      return value === undefined || (index === 0 && dimension !== dimensions[0])
        ? []
        : [new Map([[dimension, value]])]
    }),
  ).flat()
}

/** All pairs of an unusual value of one dimension and one of these values of another. */
export const crossed = (one: Dimension, other: Dimension, own: readonly Value[]): readonly Values[] =>
  one.values.slice(1).flatMap((value) =>
    own.map(
      (beside) =>
        new Map([
          [one, value],
          [other, beside],
        ]),
    ),
  )

/**
 * Puts the first wrong value of each dimension beside `first` right ones of all others; where the dimension has
 * `besideAll`, that many first ones beside all of them. Of its other wrong values, one in `share` gets `each` requests.
 * The right values beside it differ from one wrong value to the next, and from seed to seed.
 */
export function wrongBesideRight(
  sorted: readonly Sorted[],
  { first, each, share }: { readonly first: number; readonly each: number; readonly share: number },
  seed: number,
): readonly Values[] {
  return sorted.flatMap(({ dimension, wrong }) => {
    const others = sorted.filter((other) => other.dimension !== dimension)
    const longest = Math.max(...others.map(({ right }) => right.length))
    const { besideAll = 0 } = dimension
    const most = besideAll > 0 ? longest : Math.min(first, longest)
    return wrong.flatMap((value, index) => {
      const isFirst = index < Math.max(1, besideAll)
      const length = isFirst ? most : (index + seed) % share === 0 ? each : 0
      const from = isFirst ? (seed - 1) * most : (seed * wrong.length + index) * each
      return Array.from({ length }, (_, turn) =>
        others.map(({ right }, place) => right[(from + turn + place) % right.length]),
      )
        .flatMap((chosen) => atMostOneAmbiguous(others, chosen))
        .map((values): Values => new Map([...values, [dimension, value]]))
    })
  })
}

/**
 * Requests with these values, one for each dimension: one if at most one value is ambiguous, otherwise one for each that
 * is, without the others. So every pair of values that may stand in one request still does.
 */
function atMostOneAmbiguous(
  sorted: readonly Sorted[],
  chosen: readonly (Value | undefined)[],
): readonly Values[] {
  const pairs = sorted.flatMap(({ dimension, ambiguous }, place) => {
    const value = chosen[place]
    return value === undefined || value === dimension.values[0]
      ? []
      : [{ dimension, value, isAmbiguous: ambiguous.has(value) }]
  })
  const [first, ...more] = pairs.filter(({ isAmbiguous }) => isAmbiguous)
  return [first, ...more].map(
    (kept) =>
      new Map(
        pairs
          .filter((one) => one === kept || !one.isAmbiguous)
          .map(({ dimension, value }) => [dimension, value]),
      ),
  )
}

/**
 * All pairs of right values of any two dimensions, at most one of them ambiguous. Each dimension takes part with at most
 * `most` values: the usual one, and others from a starting place that depends on the seed.
 */
export function pairsOfRight(sorted: readonly Sorted[], most: number, seed: number): readonly Values[] {
  const factors = sorted.map(({ right: [first, ...others] }) => {
    const from = ((seed - 1) * (most - 1)) % Math.max(1, others.length)
    return [first, ...others.slice(from), ...others.slice(0, from)].slice(0, most)
  })
  return coveringArray(factors.map(({ length }) => length)).flatMap((row) =>
    atMostOneAmbiguous(
      sorted,
      row.map((index, place) => factors[place]?.[index]),
    ),
  )
}

/**
 * A covering array of strength two for columns of these sizes: in any two columns, every pair of numbers below their
 * sizes occurs in some row. It is an orthogonal array over the integers modulo a prime p (Bush 1952): row (a, b) has
 * a + b * c modulo p in column c, and two such lines meet once. So there are p * p rows, where p is the first prime not
 * below any size or the number of columns; numbers too large for their column start again from 0. A greedy search
 * (covertable 2.5.2) took 6 s for 17 columns of up to 20 numbers and gave 692 rows; this gives 529 at once.
 */
export function coveringArray(sizes: readonly number[]): readonly (readonly number[])[] {
  const p = firstPrime(Math.max(2, sizes.length, ...sizes))
  const numbers = Array.from({ length: p }, (_, number) => number)
  return numbers.flatMap((b) =>
    numbers.map((a) => sizes.map((size, c) => ((a + b * c) % p) % Math.max(1, size))),
  )
}

function firstPrime(from: number): number {
  const isPrime = Array.from({ length: Math.floor(Math.sqrt(from)) - 1 }, (_, at) => at + 2).every(
    (divisor) => from % divisor !== 0,
  )
  return isPrime ? from : firstPrime(from + 1)
}

/** Pairs of wrong values that break different rules, two for each rule: the first in the contract's order decides. */
export function pairsOfWrong(
  sorted: readonly Sorted[],
  ruleOf: (dimension: Dimension, value: Value) => string,
): readonly Values[] {
  const wrong = sorted.flatMap(({ dimension, wrong: values }) =>
    values.map((value) => ({ dimension, value, rule: ruleOf(dimension, value) })),
  )
  const byRule = [...Map.groupBy(wrong, ({ rule }) => rule).values()].map((some) => some.slice(0, 2))
  return byRule.flatMap((some, place) =>
    byRule
      .slice(place + 1)
      .flat()
      .flatMap((other) =>
        some
          .filter(({ dimension }) => dimension !== other.dimension)
          .map(
            (one) =>
              new Map([
                [one.dimension, one.value],
                [other.dimension, other.value],
              ]),
          ),
      ),
  )
}
