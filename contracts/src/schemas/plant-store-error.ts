/** The one shape of every refusal and failure. */
import { Type } from '@sinclair/typebox'
import type * as types from '../types.ts'

export const PlantStoreError = Type.Object({
  // Few validators check the format; all check the bounds.
  error: Type.Integer({
    description: 'Numeric error indicator',
    format: 'int32',
    minimum: -2_147_483_648,
    maximum: 2_147_483_647,
  }),
  message: Type.String({ description: 'Error message text' }),
})
export type PlantStoreError = types.PlantStoreError
