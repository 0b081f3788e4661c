/** Measures how long short requests wait while many callers read long lists. */
import type { Config } from '../config.ts'
import { type Contender, type ContenderName, startContender } from '../contenders.ts'
import type { Latency, LoadGenerator } from '../load/load-generator.ts'
import { list } from '../load/loads.ts'
import type { Readers } from '../load/readers.ts'
import type { Cores } from '../processes/cores.ts'

/** The result for one contender, in a process that does nothing else. */
export interface LongListResult {
  readonly contender: ContenderName
  readonly readers: number
  /** Readers who received nothing before the end, and readers turned away with 503. */
  readonly waiting: number
  readonly turnedAway: number
  readonly plantsPerSecond: number
  readonly bytesPerSecond: number
  /** Latency of the short requests. Those without an answer count as having waited until the end. */
  readonly shortLatency: Latency
  readonly shortRequests: number
  readonly unanswered: number
  readonly failures: number
}

/** The workers that send requests, and the cores to run on. */
export interface ListsContext {
  readonly generator: LoadGenerator
  readonly readers: Readers
  readonly cores: Cores
}

const perSecond = 100

/** Sends short requests at a fixed rate on their own connections, which are open before the readers come. */
export async function measureLongLists(
  { connections, readers: count, longListSeconds: seconds }: Config,
  contender: Contender,
  { generator, readers, cores }: ListsContext,
): Promise<LongListResult> {
  const { world } = contender
  const { program } = await startContender(contender, cores)
  await using _ = program
  const { url } = program
  const requests = world.tokens.slice(0, 100).map((token) => list(token, '/plants?limit=5'))
  const job = { url, connections, requests, perSecond }
  await generator.run({ ...job, seconds: 1, waitSeconds: 30 })
  await readers.run({ url, path: '/plants', tokens: world.keepers, count, standStill: false })
  const short = await generator.run({ ...job, seconds, waitSeconds: seconds })
  const { admitted, turnedAway, plants, bytes, seconds: elapsed } = await readers.run('stop')
  return {
    contender: contender.name,
    readers: count,
    waiting: count - admitted - turnedAway,
    turnedAway,
    plantsPerSecond: plants / elapsed,
    bytesPerSecond: bytes / elapsed,
    shortLatency: short.latency,
    shortRequests: short.requests + short.unanswered,
    unanswered: short.unanswered,
    failures: short.failures,
  }
}
