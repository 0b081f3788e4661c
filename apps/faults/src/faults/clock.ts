/** The fault in which the service's wall clock jumps. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@plant-store/testkit'
import type { Engine } from '../engines/engine.ts'
import { requestsMeanwhile, type Fault, type Scene } from './fault.ts'

/** How far the clock is ahead in milliseconds, in turn. */
const offsets = [7_200_000, 0, -86_400_000, 0] as const

/** The number of the last jump, from 0. */
const jumpsOf = ({ directory }: Engine): string => join(directory, 'jumps')

/**
 * Flags of Node for a service whose wall clock jumps at SIGUSR2, which it then writes down. It shifts `Date`, the service's
 * only source of the time of day. Timers use a clock that never jumps, as when an operator sets the time.
 */
function jumpingClock(engine: Engine): readonly string[] {
  const program = `const offsets = ${JSON.stringify(offsets)}, real = Date
    let jump = -1
    const now = () => real.now() + (offsets[jump % offsets.length] ?? 0)
    globalThis.Date = class extends real {
      constructor(...given) { super(...(given.length === 0 ? [now()] : given)) }
      static now() { return now() }
    }
    const { writeFileSync } = process.getBuiltinModule('fs')
    process.on('SIGUSR2', () => writeFileSync(${JSON.stringify(jumpsOf(engine))}, String(jump += 1)))`
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`]
}

export const clockJumps: Fault = {
  name: 'clock-jumps',
  title: 'Clock jumps',
  does: "The time of day of the service's process jumps, in turn two hours ahead and a day back, and returns. A token that goes on for an hour is refused meanwhile, or is not; nobody else sees anything of it. Counted from its return.",
  boundMs: 5000,
  run: (engine) => ({ flags: jumpingClock(engine) }),
  inject: async (scene) => {
    await makeJump(scene, 2 * scene.time)
    await scene.clients.untilRequests(requestsMeanwhile)
    await makeJump(scene, 2 * scene.time + 1)
  },
}

async function makeJump({ engine, service, world: { visitor } }: Scene, jump: number): Promise<void> {
  const access = (offsets[jump % offsets.length] ?? 0) > visitor.lifeMs ? 'refused' : visitor.sees
  visitor.history.begin(access, performance.now())
  service.signal('SIGUSR2')
  await until('the clock of the service jumps', () => lastJump(engine) === String(jump))
  visitor.history.acknowledge(performance.now())
}

function lastJump(engine: Engine): string {
  try {
    return readFileSync(jumpsOf(engine), 'utf8')
  } catch {
    return ''
  }
}
