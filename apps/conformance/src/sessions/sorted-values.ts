/** The values of all dimensions, sorted into right and wrong ones, and the requests that have them. */
import type { Wanted } from '@plant-store/raw-http'
import type { Operation } from '../contract/operations.ts'
import { type Sorted, sortValues } from './cover.ts'
import { dimensionsOf, type Values, wanted } from './dimensions.ts'
import type { Dimension, Setting, Value } from './draft.ts'
import type { Runner } from './runner.ts'

interface SortedValues {
  readonly dimensions: readonly Dimension[]
  readonly sorted: readonly Sorted[]
  /** The request with these values: for a single value it is the same object each time. */
  readonly toWanted: (values: Values) => Wanted
}

const known = new WeakMap<Runner, Map<Operation, SortedValues>>()

/**
 * The values of an operation, with the tags known at the first call. They are made once in a check: looking at every
 * value takes a tenth of a quick check's processor time, and several stages do so.
 */
export function sortedValues(place: Setting): SortedValues {
  const ofRunner = known.get(place.runner) ?? new Map<Operation, SortedValues>()
  known.set(place.runner, ofRunner)
  const result = ofRunner.get(place.operation) ?? sortAll(place)
  ofRunner.set(place.operation, result)
  return result
}

function sortAll(place: Setting): SortedValues {
  const dimensions = dimensionsOf(place)
  const singles = new Map<Value, Wanted>()
  const toWanted = (values: Values): Wanted => {
    const [value, ...more] = values.values()
    if (value === undefined || more.length > 0) return wanted(place, dimensions, values)
    const made = singles.get(value) ?? wanted(place, dimensions, values)
    singles.set(value, made)
    return made
  }
  const sorted = dimensions.map((dimension) => sortValues(dimension, toWanted, place.runner.oracle))
  return { dimensions, sorted, toWanted }
}
