/** The operation `listPlants`, with the whole list as one result. */
import type { ListPlantsOptions } from './options.ts'
import { type ListPlantsResult, resultOf } from './result.ts'
import { send } from './send.ts'

/**
 * Lists the plants that the token's user may see. Resolves for every answer; `status` says which one it is. A list is
 * returned only if each of its items is a plant. Rejects if there is no answer: with fetch's `TypeError` if no
 * connection could be made or it broke, with a `TimeoutError`, with the signal's reason, or with a `TypeError` or
 * `RangeError` for a wrong option.
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
