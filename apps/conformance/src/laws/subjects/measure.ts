/** The first requests, one after the other: how long does an answer take that waits for no other? */
import type { SentRequest } from '../../exchange.ts'
import type { Law } from '../law.ts'
import { paceFor } from '../pace.ts'
import type { Probe } from '../probe.ts'
import { readable } from './access.ts'

/** While judges and services start, answers are late: where it takes no longer than this, they are asked for again. */
const shortMs = 3000

export const measure: Law = {
  name: 'the first requests',
  run: async (probe) => {
    const tokens = [undefined, ...probe.parties.slice(0, 5).map(({ token }) => token.mark)]
    const requests = readable(probe).flatMap(({ path }) =>
      tokens.map((token) => probe.write('GET', path, { token })),
    )
    const first = await slowest(probe, requests)
    const again = first !== undefined && first.allMs < shortMs ? await slowest(probe, requests) : first
    if (first === undefined || again === undefined) return
    probe.messenger.pace = paceFor(Math.min(first.oneMs, again.oneMs))
  },
}

/** How long the slowest took, and all together; undefined where one got no answer. */
async function slowest(
  probe: Probe,
  requests: readonly SentRequest[],
): Promise<{ readonly oneMs: number; readonly allMs: number } | undefined> {
  let [oneMs, allMs] = [1, 0]
  for (const request of requests) {
    const { exchange, outcome } = await probe.ask(request)
    if ('silence' in outcome) return undefined
    oneMs = Math.max(oneMs, exchange.durationMs)
    allMs += exchange.durationMs
  }
  return { oneMs, allMs }
}
