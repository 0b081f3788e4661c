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
  const { response, text } = await send(options, async ({ url, token, ask }) => {
    const kept = cache?.get(url)
    const known = kept?.token === token ? kept : undefined
    const answer = await ask(
      AbortSignal.timeout(timeoutMs),
      known === undefined ? {} : { 'If-None-Match': known.tag },
    )
    const body = await answer.text()
    if (answer.status === 304 && known !== undefined) {
      return { response: new Response(null, { status: 200, headers: answer.headers }), text: known.text }
    }
    const tag = answer.headers.get('ETag')
    if (answer.status === 200 && tag !== null) cache?.set(url, { token, tag, text: body })
    return { response: answer, text: body }
  })
  return resultOf(response, text)
}
