/** How fast a service answers. */
import { alone } from '@plant-store/raw-http'
import { widest } from '../run/player.ts'
import type { Runner, Stage } from '../run/runner.ts'

/** responses are slow while checkers and services start: a measurement that takes less than this is repeated. */
const shortMs = 3000

/** One after the other, each alone, twice: the faster of two measurements says how many are asked at a time from here on. */
export const firstRequests: Stage = {
  name: 'the first requests',
  run: async (runner) => {
    const began = performance.now()
    const first = await measure(runner)
    const again = performance.now() - began < shortMs ? await measure(runner) : first
    // Even if handled one by one, all simultaneous requests should be answered within two seconds.
    runner.width = Math.max(4, Math.min(widest, Math.floor(2000 / Math.min(first, again))))
  },
}

/** Resolves to how long the slowest response takes, in ms. */
async function measure(runner: Runner): Promise<number> {
  const tokens = [undefined, ...runner.callers.slice(0, 5).map(({ mark }) => mark)]
  const asks = runner.knowledge.operations.flatMap(({ path }) =>
    tokens.map((token) => alone({ request: runner.write('GET', path, { token }) })),
  )
  const all = (await runner.run(asks, 1)).flat()
  return Math.max(1, ...all.map(({ exchange: { durationMs } }) => durationMs))
}
