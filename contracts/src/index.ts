/** The contract in TypeScript. `openapi.yaml` beside it is the source of truth; the tests prove the two equal. */
import { listPlants } from './list-plants.ts'

export { contractVersion } from './contract-version.ts'
export { canonicalDecimal } from './decimal.ts'
export { errorCatalogue, type ErrorCause, type ErrorEntry } from './error-catalogue.ts'
export { listPlants, ListPlantsQuery } from './list-plants.ts'
export { Plant, Plants } from './plant.ts'
export { PlantStoreError } from './plant-store-error.ts'

/** Every operation of the contract, by `operationId`. */
export const operations = { listPlants } as const
