/** The operation `listPlants`, whole. */
import type { ListPlantsOptions } from './options.ts'
import { type ListPlantsResult, resultOf } from './result.ts'
import { send } from './send.ts'

/**
 * Lists the plants that the token's user may see. Resolves for every answer, told apart by `status`; a list is only
 * given when each of its plants is one. Rejects where there is no answer: with fetch's `TypeError` when no connection
 * could be made or it broke, a `TimeoutError`, the reason of the signal, or a `TypeError` or `RangeError` for an option
 * that is wrong.
 */
export async function listPlants(options: ListPlantsOptions): Promise<ListPlantsResult> {
  const { timeoutMs = 30_000, cache } = options
  const answered = await send(options, async ({ url, token, ask }) => {
    const kept = cache?.get(url)
    const known = kept?.token === token ? kept : undefined
    const response = await ask(AbortSignal.timeout(timeoutMs), known && { 'If-None-Match': known.tag })
    const { status, headers } = response
    const isKnown = status === 304 && known !== undefined
    const octets = isKnown ? known.octets : await response.arrayBuffer()
    const result = resultOf({ status: isKnown ? 200 : status, headers }, octets)
    const tag = headers.get('ETag')
    if (result.status === 200 && tag !== null) cache?.set(url, { token, tag, octets })
    return { response, result }
  })
  return answered.result
}
