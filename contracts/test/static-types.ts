/** The plain types equal those of the schemas, and the checks narrow to them: the compiler is the test. */
import type { errorCatalogue, ErrorCause, ErrorEntry } from '@plant-store/contracts'
import type { ListPlantsQuery, Plant, Plants, PlantStoreError } from '@plant-store/contracts'
import type * as schemas from '@plant-store/contracts/schemas'
import type { isPlant, isPlants, isPlantStoreError } from '@plant-store/contracts/validators'
import type { Static } from '@sinclair/typebox'

/** True only for two types that no use can tell apart. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the unknown T is what makes it exact
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T
type Guarded<Check> = Check extends ((value: unknown) => value is infer Type) ? Type : never
type Operation = typeof schemas.listPlants

export type Assertions = [
  Expect<Equal<Plant, Static<typeof schemas.Plant>>>,
  Expect<Equal<Plants, Static<typeof schemas.Plants>>>,
  Expect<Equal<PlantStoreError, Static<typeof schemas.PlantStoreError>>>,
  Expect<Equal<ListPlantsQuery, Static<typeof schemas.ListPlantsQuery>>>,
  Expect<Equal<keyof Operation['responseHeaders'], keyof Operation['responses']>>,
  Expect<(typeof errorCatalogue)[ErrorCause] extends ErrorEntry ? true : false>,
  Expect<Equal<Guarded<typeof isPlant>, Plant>>,
  Expect<Equal<Guarded<typeof isPlants>, Plants>>,
  Expect<Equal<Guarded<typeof isPlantStoreError>, PlantStoreError>>,
]
