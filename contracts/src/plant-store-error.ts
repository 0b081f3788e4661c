/** The one shape of every refusal and failure. */
import { type Static, Type } from '@sinclair/typebox'
import { int32 } from './int32.ts'

/** `#/components/schemas/Error` of openapi.yaml; named so that it doesn't shadow JavaScript's own `Error`. */
export const PlantStoreError = Type.Object({
  error: Type.Integer({ description: 'Numeric error indicator', ...int32 }),
  message: Type.String({ description: 'Error message text' }),
})
export type PlantStoreError = Static<typeof PlantStoreError>
