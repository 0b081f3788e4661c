/** The fault in which the service's wall clock jumps. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '@plant-store/testkit'
import type { Engine } from '../engines/engine.ts'
import { offsets } from '../service/wall-clock.ts'
import { requestsMeanwhile, type Fault, type Scene } from './fault.ts'

/** Enough bytes for the last lines of a log. */
const tailLength = 4096

const logOf = ({ directory }: Engine): string => join(directory, 'log')
const program = fileURLToPath(new URL('../service/wall-clock.ts', import.meta.url))

export const clockJumps: Fault = {
  name: 'clock-jumps',
  title: 'Clock jumps',
  engines: ['sqlite', 'postgres'],
  does: "The time of day of the service's process jumps, in turn two hours ahead and a day back, and returns. A token that goes on for an hour is refused meanwhile, or is not; nobody else sees anything of it. Counted from its return.",
  mayShow: [],
  boundMs: 5000,
  run: (engine) => ({ flags: ['--import', program], log: logOf(engine) }),
  inject: async (scene) => {
    const jump = (2 * scene.time) % offsets.length
    await jumpTo(scene, offsets[jump] ?? 0)
    await scene.clients.untilRequests(requestsMeanwhile)
    await jumpTo(scene, offsets[jump + 1] ?? 0)
    return performance.now()
  },
}

/** Resolves once the service's log shows the new time. */
async function jumpTo({ engine, service, world: { visitor } }: Scene, offsetMs: number): Promise<void> {
  const access = offsetMs > visitor.lifeMs ? 'refused' : visitor.sees
  visitor.history.begin(access, performance.now())
  service.signal('SIGUSR2')
  const hasJumped = async (): Promise<boolean> =>
    Math.abs((await offsetIn(logOf(engine))) - offsetMs) <= 60_000
  await until('the clock of the service jumps', hasJumped)
  visitor.history.acknowledge(performance.now())
}

/** How far the service's clock is ahead, in milliseconds, according to the last line of its log. */
async function offsetIn(log: string): Promise<number> {
  await using file = await open(log)
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read({
    position: Math.max(0, size - tailLength),
    length: tailLength,
  })
  const times = [...buffer.toString('latin1', 0, bytesRead).matchAll(/"time":"?(?<time>[^",]+)/g)]
  const time = times.at(-1)?.groups?.['time'] ?? ''
  return (/^\d+$/.test(time) ? Number(time) : Date.parse(time)) - Date.now()
}
