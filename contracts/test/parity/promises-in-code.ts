/** What src/ says about the contract, as data: the other side of the comparison. */
import { contractVersion, errorCatalogue } from '@plant-store/contracts'
import { operations, Plant, Plants, PlantStoreError } from '@plant-store/contracts/schemas'
import { toJson } from '../json.ts'

export const promisesInCode = toJson({
  contractVersion,
  errorCatalogue,
  operations,
  schemas: { Plant, Plants, Error: PlantStoreError },
})
