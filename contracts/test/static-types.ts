/** The exact types that consumers get: the compiler is the test. */
import type {
  errorCatalogue,
  ErrorCause,
  ErrorEntry,
  ListPlantsQuery,
  Plant,
  Plants,
  PlantStoreError,
} from '@plant-store/contracts'
import type * as schemas from '@plant-store/contracts/schemas'
import type { isPlant, isPlants, isPlantStoreError } from '@plant-store/contracts/validators'
import type { Static } from '@sinclair/typebox'

/** True only for two types that no use can tell apart. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the unknown T is what makes it exact
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T

type Body<Status extends keyof typeof schemas.listPlants.responses> = Static<
  (typeof schemas.listPlants.responses)[Status]
>
type Carried<Status extends keyof typeof schemas.listPlants.responseHeaders> = keyof Static<
  (typeof schemas.listPlants.responseHeaders)[Status]
>
type Guarded<Check> = Check extends ((value: unknown) => value is infer Type) ? Type : never

export type Assertions = [
  Expect<Equal<Plant, { name: string; tag?: string }>>,
  Expect<Equal<Plants, { name: string; tag?: string }[]>>,
  Expect<Equal<PlantStoreError, { error: number; message: string }>>,
  Expect<Equal<ListPlantsQuery, { limit?: number }>>,

  // The plain types equal those of the schemas.
  Expect<Equal<Plant, Static<typeof schemas.Plant>>>,
  Expect<Equal<Plants, Static<typeof schemas.Plants>>>,
  Expect<Equal<PlantStoreError, Static<typeof schemas.PlantStoreError>>>,
  Expect<Equal<ListPlantsQuery, Static<typeof schemas.ListPlantsQuery>>>,

  Expect<Equal<keyof typeof schemas.listPlants.responses, 200 | 400 | 401 | 500 | 503>>,
  Expect<Equal<keyof typeof schemas.listPlants.responseHeaders, keyof typeof schemas.listPlants.responses>>,
  Expect<Equal<Body<200>, Plants>>,
  Expect<Equal<Body<400 | 401 | 500 | 503>, PlantStoreError>>,
  Expect<Equal<(typeof schemas.listPlants)['method'], 'GET'>>,
  Expect<Equal<(typeof schemas.listPlants)['path'], '/plants'>>,
  Expect<Equal<Carried<503>, 'Cache-Control' | 'Retry-After' | 'X-Request-Id'>>,

  Expect<Equal<ErrorCause, keyof typeof errorCatalogue>>,
  Expect<Equal<(typeof errorCatalogue)['invalidLimit']['error'], 40001>>,
  Expect<(typeof errorCatalogue)[ErrorCause] extends ErrorEntry ? true : false>,

  Expect<Equal<Guarded<typeof isPlant>, Plant>>,
  Expect<Equal<Guarded<typeof isPlants>, Plants>>,
  Expect<Equal<Guarded<typeof isPlantStoreError>, PlantStoreError>>,
]
