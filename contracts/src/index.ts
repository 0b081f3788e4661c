/** The contract without any dependency. `openapi.yaml` beside it is the source of truth; the tests prove the two equal. */
export { contractVersion } from './contract-version.ts'
export { canonicalDecimal } from './decimal.ts'
export { errorCatalogue, type ErrorCause, type ErrorEntry } from './error-catalogue.ts'
export type { ListPlantsQuery, Plant, Plants, PlantStoreError } from './types.ts'
