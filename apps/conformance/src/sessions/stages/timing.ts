/** How fast a service answers, and how much of a sequence there is time for. */
import { alone } from '@plant-store/raw-http'
import { timeOf } from '../../subject.ts'
import { type Pace, paceFor } from '../run/pace.ts'
import type { Runner, Stage } from '../run/runner.ts'

/** Answers are slow while checkers and services start: a measurement that takes less than this is repeated. */
const shortMs = 3000

/** One after the other, each alone, twice: the faster of two measurements sets the pace from here on. */
export const firstRequests: Stage = {
  name: 'the first requests',
  run: async (runner) => {
    const began = performance.now()
    const first = await measure(runner)
    const again = performance.now() - began < shortMs ? await measure(runner) : first
    const { slowestMs, usualMs } = again.slowestMs < first.slowestMs ? again : first
    runner.pace = paceFor(slowestMs, usualMs, timeOf(runner.subject))
  },
}

async function measure(runner: Runner): Promise<{ readonly slowestMs: number; readonly usualMs: number }> {
  const tokens = [undefined, ...runner.callers.slice(0, 5).map(({ mark }) => mark)]
  const asks = runner.knowledge.operations
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path }) => tokens.map((token) => alone({ request: runner.write('GET', path, { token }) })))
  const all = (await runner.run(asks, 1)).flat()
  const times = all.map(({ exchange: { durationMs } }) => durationMs).toSorted((one, other) => one - other)
  return {
    slowestMs: Math.max(1, ...times),
    usualMs: Math.max(1, times[Math.floor(times.length / 2)] ?? 1),
  }
}

const measuredAgain = new WeakSet<Runner>()

/**
 * The pace; where it leaves something out, it is measured again, since programs that have just started answer slowly.
 * That happens once in a check: a service that is slow then is slow, and measuring uses up its time.
 */
async function settlePace(runner: Runner, wanted: number): Promise<Pace> {
  if (runner.pace.length(wanted) !== wanted && !measuredAgain.has(runner)) {
    measuredAgain.add(runner)
    await firstRequests.run(runner)
  }
  return runner.pace
}

/** As much of the beginning of a sequence of requests as there is time for. Tells the collector what is left out. */
export async function inTime<Item>(
  runner: Runner,
  name: string,
  sequence: readonly Item[],
): Promise<readonly Item[]> {
  const wanted = sequence.length
  const pace = await settlePace(runner, wanted)
  const asked = sequence.slice(0, pace.length(wanted))
  const left = wanted - asked.length
  if (left > 0) {
    runner.collector.notReached(
      `Left out, since an answer takes ${Math.ceil(pace.usualMs)} ms: ${left} of the ${wanted} requests of ${name}.`,
    )
  }
  return asked
}
