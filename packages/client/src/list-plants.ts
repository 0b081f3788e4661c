/** The operation `listPlants`, with the whole list as one result. */
import type { Plant } from '@plant-store/contracts'
import { ResponseError } from './response-error.ts'
import type { ListPlantsOptions } from './options.ts'
import { type ListPlantsResult, resultOf } from './result.ts'
import { send } from './send.ts'

/**
 * Lists the plants that the token's user may see. Resolves for every response; `status` says which one it is. A list is
 * returned only if each of its items is a plant. Rejects if there is no response: with a `TypeError` that names the
 * address, with a `TimeoutError`, with the signal's reason, or with a `TypeError` or `RangeError` for a wrong option.
 */
export function listPlants(options: ListPlantsOptions): Promise<ListPlantsResult> {
  return send(options, () => AbortSignal.timeout(options.timeoutMs ?? 30_000), resultOf)
}

/** As `listPlants`, but resolves to the plants, and rejects with an `ResponseError` for every response but a list. */
export async function listPlantsOrThrow(options: ListPlantsOptions): Promise<Plant[]> {
  const result = await listPlants(options)
  if (result.status === 200) return result.body
  throw new ResponseError(result)
}
