/** A plant, and the list of plants, as they travel. */
import { type Static, Type } from '@sinclair/typebox'

/** `#/components/schemas/Plant` of openapi.yaml. `tag` is absent where the plant has none: never null, never empty. */
export const Plant = Type.Object({
  name: Type.String({ description: 'The name of the plant' }),
  tag: Type.Optional(Type.String({ description: 'Tag that specifies the type of the plant' })),
})
export type Plant = Static<typeof Plant>

/** `#/components/schemas/Plants` of openapi.yaml: in the order in which the plants were added. */
export const Plants = Type.Array(Plant)
export type Plants = Static<typeof Plants>
