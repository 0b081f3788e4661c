/** All dimensions of a request, their values sorted into right and wrong ones, and requests that have them. */
import type { Wanted } from '@plant-store/raw-http'
import type { Runner } from '../runner.ts'
import { conditions } from './conditions.ts'
import { contents } from './contents.ts'
import { type Sorted, sortValues } from './cover.ts'
import { credentials } from './credentials.ts'
import { type Dimension, usualDraft, type Value, type Values, writeDraft } from './draft.ts'
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
export const dimensionsOf = (runner: Runner): readonly Dimension[] => [
  callers(runner),
  forms(runner),
  methods,
  credentials(runner),
  numbers(runner),
  otherParameters,
  poisons,
  methodsElsewhere,
  misplacedTokens(runner),
  placeInQuery,
  paths(runner),
  optionalFields(runner),
  requestIds,
  contents,
  versions,
  spellings,
  conditions(runner),
]

/** The request with these values. A simpler one lacks one of them, or has half of one. */
export function wanted(runner: Runner, dimensions: readonly Dimension[], values: Values): Wanted {
  const draft = dimensions.reduce((made, dimension) => values.get(dimension)?.apply(made) ?? made, usualDraft)
  const again = (changed: Values): Wanted => wanted(runner, dimensions, changed)
  const unusual = [...values].filter(([dimension, value]) => value !== dimension.values[0])
  return runner.brief({
    request: writeDraft(runner, draft),
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

const known = new WeakMap<Runner, SortedValues>()

/**
 * All values, with the tags known at the first call. They are made once in a check: looking at every
 * value takes a tenth of a quick check's processor time, and several stages do so.
 */
export function sortedValues(runner: Runner): SortedValues {
  const result = known.get(runner) ?? sortAll(runner)
  known.set(runner, result)
  return result
}

function sortAll(runner: Runner): SortedValues {
  const dimensions = dimensionsOf(runner)
  const singles = new Map<Value, Wanted>()
  const toWanted = (values: Values): Wanted => {
    const [value, ...more] = values.values()
    if (value === undefined || more.length > 0) return wanted(runner, dimensions, values)
    const made = singles.get(value) ?? wanted(runner, dimensions, values)
    singles.set(value, made)
    return made
  }
  const sorted = dimensions.map((dimension) => sortValues(dimension, toWanted, runner.oracle))
  return { dimensions, sorted, toWanted }
}
