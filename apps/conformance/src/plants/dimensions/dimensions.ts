/** All dimensions of a request, their values sorted into right and wrong ones, and requests that have them. */
import type { Wanted } from '@plant-store/raw-http'
import { type Operation } from '../../contract/operations.ts'
import type { Runner } from '../runner.ts'
import { conditions } from './conditions.ts'
import { contents } from './contents.ts'
import { type Sorted, sortValues } from './cover.ts'
import { credentials } from './credentials.ts'
import { type Dimension, type Setting, usualDraft, type Value, type Values, writeDraft } from './draft.ts'
import { misplacedTokens } from './misplaced-tokens.ts'
import { numbers } from './numbers.ts'
import { optionalFields } from './optional-fields.ts'
import { otherParameters, placeInQuery } from './other-parameters.ts'
import { paths, poisons } from './paths.ts'
import { callers, forms, methods, methodsElsewhere, requestIds, spellings, versions } from './places.ts'

/**
 * In the order in which they are applied: query parameters come before the dimension that puts others around them, and
 * conditions last, since a request that is spelled byte by byte gets all of a long list.
 */
export const dimensionsOf = (place: Setting): readonly Dimension[] => [
  callers(place),
  forms(place),
  methods(place),
  credentials(place),
  ...place.operation.integers.map((parameter) => numbers(place, parameter)),
  otherParameters(place),
  poisons(place),
  methodsElsewhere,
  misplacedTokens(place),
  placeInQuery,
  paths(place),
  optionalFields(place),
  requestIds,
  contents(place),
  versions,
  spellings,
  conditions(place),
]

/** The request with these values. A simpler one lacks one of them, or has half of one. */
export function wanted(place: Setting, dimensions: readonly Dimension[], values: Values): Wanted {
  const draft = dimensions.reduce(
    (made, dimension) => values.get(dimension)?.apply(made) ?? made,
    usualDraft(place.operation),
  )
  const again = (changed: Values): Wanted => wanted(place, dimensions, changed)
  const unusual = [...values].filter(([dimension, value]) => value !== dimension.values[0])
  return place.runner.brief({
    request: writeDraft(place, draft),
    simpler: () => [
      ...unusual.map(([dimension]) => again(new Map([...values].filter(([one]) => one !== dimension)))),
      ...unusual.flatMap(([dimension, value]) =>
        (value.parts?.() ?? []).map((part) => again(new Map(values).set(dimension, part))),
      ),
    ],
  })
}

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
