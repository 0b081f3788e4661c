/** The values of all dimensions, right and wrong ones apart, once it is known which tags the lists have. */
import type { Wanted } from '../http/session.ts'
import type { Operation } from '../oracle/operation.ts'
import { type Sorted, sortValues } from './cover.ts'
import { dimensionsOf, type Values, wanted } from './dimensions.ts'
import type { Setting } from './draft.ts'
import type { Runner } from './runner.ts'

export interface SortedValues {
  readonly sorted: readonly Sorted[]
  readonly toWanted: (values: Values) => Wanted
}

const known = new WeakMap<Runner, Map<Operation, SortedValues>>()

/** Sorted once in a check: every value is tried for it, which took a tenth of a quick check's processor time. */
export function sortedValues(place: Setting): SortedValues {
  const ofRunner = known.get(place.runner) ?? new Map<Operation, SortedValues>()
  known.set(place.runner, ofRunner)
  const values = ofRunner.get(place.operation) ?? sortAll(place)
  ofRunner.set(place.operation, values)
  return values
}

function sortAll(place: Setting): SortedValues {
  const dimensions = dimensionsOf(place)
  const toWanted = (values: Values): Wanted => wanted(place, dimensions, values)
  return {
    sorted: dimensions.map((dimension) => sortValues(dimension, toWanted, place.runner.oracle)),
    toWanted,
  }
}
