/** What it costs in memory that readers of long lists stand still. */
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { type Contender, type ContenderName, startContender } from '../contenders.ts'
import { list } from '../load/loads.ts'
import { collectable, collectGarbage } from '../processes/collect-garbage.ts'
import { isAsleep, readProcessorSeconds, readResidentBytes } from '../processes/process-stats.ts'
import type { ListsContext } from './measure-long-lists.ts'

/** One contender, in a process that does nothing else. Bytes are resident memory. */
export interface WaitingReadersResult {
  readonly contender: ContenderName
  /** Readers whose list has begun, and those who were turned away with 503. */
  readonly admitted: number
  readonly turnedAway: number
  /** Of the whole process with its garbage, without any reader and with all of them. */
  readonly idleBytes: number
  readonly busyBytes: number
  /** What each further reader holds, without garbage: the growth between two numbers of readers. */
  readonly bytesPerReader: number
  /** Whether the process had sent all that the kernel takes; otherwise more may come. */
  readonly stoodStill: boolean
}

/**
 * What V8 lets young objects take, the same for everyone, in MiB: the size that it has after seconds of short requests.
 * Left alone it grows to four times as much under any load that lasts (as a service of 190 MB became one of 300 MB by
 * short requests alone), and the readers, who are a load, would be charged for what the process takes once.
 */
const youngMib = 16

/** Those who stand still first are not to be cut off before the last do. */
const patientSettings = { PLANT_STORE_STALL_TIMEOUT_MS: '600000' }

/** A tenth of the readers warm the process up, a third are there when it is measured for the first time. */
const [warmShare, fewShare] = [1 / 10, 1 / 3]

/**
 * By how much the resident memory grows from a third of the readers to all of them, when they have got all that the
 * kernel holds for them, so that the rest waits in the process; before that little waits anywhere, and what is measured
 * is garbage. Resolves to undefined where the platform does not show the memory of a process.
 */
export async function measureWaitingReaders(
  { connections, readers: count, seconds }: Config,
  contender: Contender,
  { generator, readers, cores }: ListsContext,
): Promise<WaitingReadersResult | undefined> {
  const flags = [`--max-semi-space-size=${youngMib}`, ...collectable]
  const { program } = await startContender(contender, cores, flags, patientSettings)
  await using _ = program
  const { url, pid } = program
  const short = contender.world.tokens.slice(0, 100).map((token) => list(token, '/plants?limit=20'))
  await generator.run({ url, connections, requests: short, seconds: 4 * seconds })
  const job = { url, path: '/plants', tokens: contender.world.keepers, standStill: true }
  // What the first lists cost once, such as compiled code, is not the readers'.
  await readers.run({ ...job, count: Math.ceil(count * warmShare) })
  await readers.run('stop')
  const idle = await measure(pid)
  const fewer = await readers.run({ ...job, count: Math.ceil(count * fewShare) })
  const few = await measure(pid)
  const { admitted, turnedAway } = await readers.run({ ...job, count: count - Math.ceil(count * fewShare) })
  const all = await measure(pid)
  await readers.run('stop')
  if (idle === undefined || few === undefined || all === undefined) return undefined
  const further = Math.max(1, admitted - fewer.admitted)
  return {
    contender: contender.name,
    admitted,
    turnedAway,
    idleBytes: idle.bytesWithGarbage,
    busyBytes: all.bytesWithGarbage,
    bytesPerReader: (all.bytes - few.bytes) / further,
    stoodStill: few.stoodStill && all.stoodStill,
  }
}

/** Resident memory of a process, before and after its garbage is collected. */
interface Measured {
  readonly bytesWithGarbage: number
  readonly bytes: number
  readonly stoodStill: boolean
}

/** Measures when the process stands still. Undefined where the platform does not show it. */
async function measure(pid: number): Promise<Measured | undefined> {
  const stoodStill = await standStill(pid)
  const bytesWithGarbage = readResidentBytes(pid)
  if (bytesWithGarbage === undefined) return undefined
  collectGarbage(pid)
  await standStill(pid)
  const bytes = readResidentBytes(pid)
  return bytes === undefined ? undefined : { bytesWithGarbage, bytes, stoodStill }
}

/** Seconds of processor time between two looks, with which a process does nothing but keep its clocks. */
const idleSeconds = 0.01
const [lookMs, looksStill, mostLooks] = [100, 15, 1200]

/** Resolves to true when the process has nothing more to do, and to false when it takes too long. */
async function standStill(pid: number): Promise<boolean> {
  let used = readProcessorSeconds(pid)
  for (let [looks, still] = [0, 0]; looks < mostLooks && used !== undefined; looks += 1) {
    await setTimeout(lookMs)
    const now = readProcessorSeconds(pid) ?? used
    still = isAsleep(pid) && now - used <= idleSeconds ? still + 1 : 0
    if (still === looksStill) return true
    used = now
  }
  return false
}
