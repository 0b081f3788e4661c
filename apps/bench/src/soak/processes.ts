/** Measures what all processes of a service hold together once their garbage is collected. */
import { setTimeout } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import { collectGarbage } from '../processes/collect-garbage.ts'
import {
  countDescriptors,
  listChildren,
  readProcessorSeconds,
  readResidentBytes,
} from '../processes/process-stats.ts'

export interface Held {
  readonly processes: number
  readonly residentBytes: number
  readonly descriptors: number
}

/** Nothing may happen for `restMs` to count as rest, which is waited for at most `patienceMs`. */
const [restMs, patienceMs] = [200, 10_000]

/** The service must receive no requests meanwhile. Rejects with a `BenchError` where the platform shows no memory. */
export async function measureHeld(pid: number): Promise<Held> {
  const pids = [pid, ...listChildren(pid)]
  for (const each of pids) collectGarbage(each)
  await untilRest(pids)
  const sum = (read: (pid: number) => number | undefined): number =>
    pids.reduce((total, each) => total + (read(each) ?? Number.NaN), 0)
  const held = {
    processes: pids.length,
    residentBytes: sum(readResidentBytes),
    descriptors: sum(countDescriptors),
  }
  if (Number.isNaN(held.residentBytes))
    throw new BenchError('A soak needs Linux, and a service that stays up.')
  return held
}

async function untilRest(pids: readonly number[]): Promise<void> {
  const used = (): number => pids.reduce((sum, each) => sum + (readProcessorSeconds(each) ?? 0), 0)
  const deadline = performance.now() + patienceMs
  for (let before = Number.NaN; before !== used() && performance.now() < deadline;) {
    before = used()
    await setTimeout(restMs)
  }
}
