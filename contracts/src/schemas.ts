/** The contract as TypeBox schemas, for code that routes, generates or checks by them. Needs `@sinclair/typebox`. */
import { listPlants } from './schemas/list-plants.ts'

export { listPlants, ListPlantsQuery } from './schemas/list-plants.ts'
export { Plant, Plants } from './schemas/plant.ts'
export { PlantStoreError } from './schemas/plant-store-error.ts'

/** Every operation of the contract, by `operationId`. */
export const operations = { listPlants } as const
