/** A client that remembers the options of its calls. */
import type { Plant } from '@plant-store/contracts'
import { listPlants, listPlantsOrThrow } from './list-plants.ts'
import { addressOf, type ListPlantsOptions, type RequestOptions } from './options.ts'
import { plants } from './plants.ts'
import type { ListPlantsResult } from './result.ts'

/** The calls of this package; what is given to one of them comes before what the client was made with. */
export interface Client {
  readonly listPlants: (options?: Partial<ListPlantsOptions>) => Promise<ListPlantsResult>
  readonly listPlantsOrThrow: (options?: Partial<ListPlantsOptions>) => Promise<Plant[]>
  readonly plants: (options?: Partial<RequestOptions>) => AsyncGenerator<Plant, void, undefined>
}

/** Throws a `TypeError` or a `RangeError` for a wrong option; nothing is sent, and no token is asked for, before a call. */
export function createClient(options: ListPlantsOptions): Client {
  addressOf(options)
  const withOptions = (own?: Partial<ListPlantsOptions>): ListPlantsOptions => ({
    ...options,
    ...own,
    headers: { ...options.headers, ...own?.headers },
  })
  return {
    listPlants: (own) => listPlants(withOptions(own)),
    listPlantsOrThrow: (own) => listPlantsOrThrow(withOptions(own)),
    plants: (own) => plants(withOptions(own)),
  }
}
