/** The contract without any dependency. `openapi.yaml` beside it is the source of truth; the tests prove the two equal. */
export { errorCatalogue, type ErrorCause } from './error-catalogue.ts'
export type { ErrorEntry } from './errors.ts'
export type { ListPlantsQuery, Plant, Plants, PlantStoreError } from './types.ts'

/** `info.version` of openapi.yaml: a client and a service can compare their versions. */
export const contractVersion = '1.0.0'

/** The one spelling of a non-negative whole number in a query: `0`, or digits that don't begin with `0`. */
export const canonicalDecimal = /^(?:0|[1-9][0-9]*)$/
