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

/** All dimensions, with the tags that are known the first time. */
export const knownDimensions = onceInCheck(dimensionsOf)

/** Every value is tried for it, which took a tenth of a quick check's processor time. */
export const sortedValues = onceInCheck(sortAll)

/** The same function, which makes its result once for each check and operation. */
function onceInCheck<Result extends object>(make: (place: Setting) => Result): (place: Setting) => Result {
  const known = new WeakMap<Runner, Map<Operation, Result>>()
  return (place) => {
    const ofRunner = known.get(place.runner) ?? new Map<Operation, Result>()
    known.set(place.runner, ofRunner)
    const result = ofRunner.get(place.operation) ?? make(place)
    ofRunner.set(place.operation, result)
    return result
  }
}

function sortAll(place: Setting): SortedValues {
  const dimensions = knownDimensions(place)
  const toWanted = (values: Values): Wanted => wanted(place, dimensions, values)
  return {
    sorted: dimensions.map((dimension) => sortValues(dimension, toWanted, place.runner.oracle)),
    toWanted,
  }
}
