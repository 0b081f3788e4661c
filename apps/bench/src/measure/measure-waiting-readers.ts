/** What it costs in memory that readers of long lists stand still. */
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { type Contender, type ContenderName, startContender } from '../contenders.ts'
import type { Readers } from '../load/readers.ts'
import type { Cores } from '../processes/cores.ts'
import { readResidentBytes } from '../processes/process-stats.ts'

/** One contender, in a process that does nothing else. */
export interface WaitingReadersResult {
  readonly contender: ContenderName
  /** Readers whose list has begun, and those who were turned away with 503. */
  readonly admitted: number
  readonly turnedAway: number
  readonly idleBytes: number
  readonly bytesPerReader: number
}

/** Resolves to undefined where the platform does not show the memory of a process. */
export async function measureWaitingReaders(
  { readers: count }: Config,
  contender: Contender,
  { readers, cores }: { readonly readers: Readers; readonly cores: Cores },
): Promise<WaitingReadersResult | undefined> {
  const { program } = await startContender(contender, cores)
  await using _ = program
  const { url, pid } = program
  const job = { url, path: '/plants', token: contender.world.everything, standStill: true }
  // What the first lists cost once, such as compiled code, is not the readers'.
  await readers.run({ ...job, count: Math.ceil(count / 10) })
  await readers.run('stop')
  const idleBytes = await settle(pid)
  const { admitted, turnedAway } = await readers.run({ ...job, count })
  const busyBytes = await settle(pid)
  await readers.run('stop')
  if (idleBytes === undefined || busyBytes === undefined) return undefined
  const bytesPerReader = (busyBytes - idleBytes) / Math.max(1, admitted)
  return { contender: contender.name, admitted, turnedAway, idleBytes, bytesPerReader }
}

/** The resident memory once it has not grown for a second, or after five. */
async function settle(pid: number): Promise<number | undefined> {
  let most = readResidentBytes(pid)
  for (let [looks, still] = [0, 0]; looks < 50 && still < 10; looks += 1) {
    await setTimeout(100)
    const now = readResidentBytes(pid)
    if (most === undefined || now === undefined) return undefined
    still = now > most * 1.005 ? 0 : still + 1
    most = now
  }
  return most
}
