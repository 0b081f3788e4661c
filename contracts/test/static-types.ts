/** The types that consumers get, letter by letter: the compiler is the test. */
import type {
  errorCatalogue,
  ErrorCause,
  ErrorEntry,
  listPlants,
  ListPlantsQuery,
  Plant,
  Plants,
  PlantStoreError,
} from '@plant-store/contracts'
import type { isPlant, isPlants, isPlantStoreError } from '@plant-store/contracts/validators'
import type { Static } from '@sinclair/typebox'

/** True only for two types that no use of them can tell apart. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the unknown T is what makes it exact
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T

type Body<Status extends keyof typeof listPlants.responses> = Static<(typeof listPlants.responses)[Status]>
type Carried<Status extends keyof typeof listPlants.responseHeaders> = keyof Static<
  (typeof listPlants.responseHeaders)[Status]
>
type Guarded<Check> = Check extends ((value: unknown) => value is infer Type) ? Type : never

export type Assertions = [
  Expect<Equal<Plant, { name: string; tag?: string }>>,
  Expect<Equal<Plants, { name: string; tag?: string }[]>>,
  Expect<Equal<PlantStoreError, { error: number; message: string }>>,
  Expect<Equal<ListPlantsQuery, { limit?: number }>>,

  Expect<Equal<keyof typeof listPlants.responses, 200 | 400 | 401 | 500 | 503>>,
  Expect<Equal<keyof typeof listPlants.responseHeaders, keyof typeof listPlants.responses>>,
  Expect<Equal<Body<200>, Plants>>,
  Expect<Equal<Body<400 | 401 | 500 | 503>, PlantStoreError>>,
  Expect<Equal<(typeof listPlants)['method'], 'GET'>>,
  Expect<Equal<(typeof listPlants)['path'], '/plants'>>,
  Expect<Equal<Carried<503>, 'Cache-Control' | 'Retry-After' | 'X-Request-Id'>>,

  Expect<Equal<ErrorCause, keyof typeof errorCatalogue>>,
  Expect<Equal<(typeof errorCatalogue)['invalidLimit']['error'], 40001>>,
  Expect<(typeof errorCatalogue)[ErrorCause] extends ErrorEntry ? true : false>,

  Expect<Equal<Guarded<typeof isPlant>, Plant>>,
  Expect<Equal<Guarded<typeof isPlants>, Plants>>,
  Expect<Equal<Guarded<typeof isPlantStoreError>, PlantStoreError>>,
]
