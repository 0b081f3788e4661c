/** A plant, and the list of plants, as they travel. Each schema has its type under the same name. */
import { Type } from '@sinclair/typebox'
import type * as types from '../types.ts'

export const Plant = Type.Object({
  name: Type.String({ description: 'The name of the plant' }),
  tag: Type.Optional(Type.String({ description: 'Tag that specifies the type of the plant' })),
})
export type Plant = types.Plant

export const Plants = Type.Array(Plant)
export type Plants = types.Plants
