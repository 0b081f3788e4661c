/** Measures how much memory a stalled reader of a long list costs. */
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { type Contender, type ContenderName, startContender } from '../contenders.ts'
import { list } from '../load/loads.ts'
import { collectable, collectGarbage } from '../processes/collect-garbage.ts'
import { isAsleep, readProcessorSeconds, readResidentBytes } from '../processes/process-stats.ts'
import type { ListsContext } from './measure-long-lists.ts'

/** The result for one contender, in a process that does nothing else. Bytes are resident memory. */
export interface WaitingReadersResult {
  readonly contender: ContenderName
  /** Readers whose list has begun, and readers turned away with 503. */
  readonly admitted: number
  readonly turnedAway: number
  /** Memory of the whole process with its garbage, without readers and with all of them. */
  readonly idleBytes: number
  readonly busyBytes: number
  /** Memory per further reader, without garbage: the growth between two numbers of readers. */
  readonly bytesPerReader: number
  /** Whether the process had already sent as much as the kernel takes; otherwise more may follow. */
  readonly stoodStill: boolean
}

/**
 * V8's space for young objects in MiB, the same for every contender: the size it has after seconds of short requests.
 * Without a limit it grows fourfold under any lasting load (short requests alone took a service from 190 MB to 300 MB),
 * and the readers, who are a load too, would be charged for memory that the process takes once.
 */
const youngMib = 16

/** The first readers to stall must not be cut off before the last ones have stalled. */
const patientSettings = { PLANT_STORE_STALL_TIMEOUT_MS: '600000' }

/** A tenth of the readers warm the process up; a third are connected at the first measurement. */
const [warmShare, fewShare] = [1 / 10, 1 / 3]

/**
 * Measures how much the resident memory grows from a third of the readers to all of them. It waits until the kernel's
 * buffers are full and the rest of each list waits in the process: before that, little waits there, and the measurement
 * would only show garbage. Resolves to undefined where the platform does not show the memory of a process.
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
  // One-time costs of the first lists, such as compiled code, must not be charged to the readers.
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

/** Measures once the process is idle. Undefined where the platform does not show its memory. */
async function measure(pid: number): Promise<Measured | undefined> {
  const stoodStill = await standStill(pid)
  const bytesWithGarbage = readResidentBytes(pid)
  if (bytesWithGarbage === undefined) return undefined
  collectGarbage(pid)
  await standStill(pid)
  const bytes = readResidentBytes(pid)
  return bytes === undefined ? undefined : { bytesWithGarbage, bytes, stoodStill }
}

/** Seconds of processor time between two checks up to which a process counts as idle: it only keeps its clocks. */
const idleSeconds = 0.01
const [lookMs, looksStill, mostLooks] = [100, 15, 400]

/** Resolves to true once the process is idle, and to false if that takes too long. */
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
