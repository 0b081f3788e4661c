/** The one shape of every refusal and failure. */
import { Type } from '@sinclair/typebox'
import type * as types from '../types.ts'
import { int32 } from './int32.ts'

export const PlantStoreError = Type.Object({
  error: Type.Integer({ description: 'Numeric error indicator', ...int32 }),
  message: Type.String({ description: 'Error message text' }),
})
export type PlantStoreError = types.PlantStoreError
