/**
 * Which values are tried together.
 *
 * The first fault of a request decides its response: two wrong values in one request would hide each other, and a wrong
 * one hides the effect of right ones. So each value is tried alone; right ones of all dimensions are drawn together, and
 * at most one *wrong* one beside them (`random.ts`). Which of two faults decides is tried with pairs of wrong values that
 * break different rules. A value that leaves more than one response open (content, odd characters, an expectation) would
 * hide others too: a request has at most one such *ambiguous* value.
 */
import type { Wanted } from '@plant-store/raw-http'
import type { Oracle } from '../oracle/oracle.ts'
import type { Dimension, Value, Values } from './draft.ts'

type ToWanted = (values: Values) => Wanted

/** The values of a dimension, sorted by what is due to a request that has only that value. */
export interface Sorted {
  readonly dimension: Dimension
  /** The usual one first. */
  readonly right: readonly Value[]
  readonly wrong: readonly Value[]
  /** Right values that allow more than one response. */
  readonly ambiguous: ReadonlySet<Value>
}

/** Values that the contract leaves open are neither right nor wrong; they are still tried alone. */
export function sortValues(dimension: Dimension, toWanted: ToWanted, oracle: Oracle): Sorted {
  const right: Value[] = []
  const wrong: Value[] = []
  const ambiguous = new Set<Value>()
  for (const value of dimension.values) {
    const { faults, isOpen, owed, alsoFine } = oracle.analyse(toWanted(new Map([[dimension, value]])).request)
    if (!isOpen && owed === 'a response') (faults.length > 0 ? wrong : right).push(value)
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
