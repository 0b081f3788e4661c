/** Who reads a body by the contract: Ajv with openapi.yaml, TypeBox, and the checks. */
import * as validators from '@plant-store/contracts/validators'
import { Plant, Plants, PlantStoreError } from '@plant-store/contracts/schemas'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { document, membersOf, resolved, valueAt } from './json.ts'

export const contract = resolved(document)
const ajv = new Ajv2020({ formats: { int32: true }, strict: false })
export const byAjv = (...steps: readonly string[]) => ajv.compile(membersOf(valueAt(contract, ...steps)))
export const readers = {
  Plant: {
    ajv: byAjv('components', 'schemas', 'Plant'),
    typebox: Plant,
    is: validators.isPlant,
    must: validators.assertPlant,
  },
  Plants: {
    ajv: byAjv('components', 'schemas', 'Plants'),
    typebox: Plants,
    is: validators.isPlants,
    must: validators.assertPlants,
  },
  Error: {
    ajv: byAjv('components', 'schemas', 'Error'),
    typebox: PlantStoreError,
    is: validators.isPlantStoreError,
    must: validators.assertPlantStoreError,
  },
}
