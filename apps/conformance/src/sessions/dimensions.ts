/** All dimensions of a request, and requests made from them. */
import type { Wanted } from '@plant-store/raw-http'
import { integerParameters } from '../contract/operations.ts'
import { conditions } from './dimensions/conditions.ts'
import { contents } from './dimensions/contents.ts'
import { credentials } from './dimensions/credentials.ts'
import { spellings, versions } from './dimensions/lines.ts'
import { misplacedTokens } from './dimensions/misplaced-tokens.ts'
import { numbers } from './dimensions/numbers.ts'
import { optionalFields } from './dimensions/optional-fields.ts'
import { otherParameters, placeInQuery } from './dimensions/other-parameters.ts'
import { callers, forms, methods, methodsElsewhere, paths, requestIds } from './dimensions/places.ts'
import { poisons } from './dimensions/poisons.ts'
import { type Dimension, type Setting, usualDraft, type Value, writeDraft } from './draft.ts'

/**
 * In the order in which they are applied: query parameters come before the dimension that puts others around them, and
 * conditions last, since a request that is spelled octet by octet gets all of a long list.
 */
export const dimensionsOf = (place: Setting): readonly Dimension[] => [
  callers(place),
  forms(place),
  methods(place),
  credentials(place),
  ...integerParameters(place.operation).map((parameter) => numbers(place, parameter)),
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

/** A value for each of some dimensions; the others have their usual one. */
export type Values = ReadonlyMap<Dimension, Value>

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
