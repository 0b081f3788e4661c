/** Runs the service for long under load, to see whether the memory and descriptors it holds grow. */
import { copyDatabase } from '@plant-store/store'
import { startServer } from '@plant-store/test-postgres'
import { makeLargeWorld, temporaryDirectory } from '@plant-store/testkit'
import type { Engine } from '../config.ts'
import { collectable } from '../processes/collect-garbage.ts'
import { startProgram } from '../processes/start-program.ts'
import { currentVersion, plantStoreCommand } from '../versions/version.ts'
import { planChanges } from './changes.ts'
import { createClients } from './clients.ts'
import { checkTrend, type Tolerance, type Trend } from './flatness.ts'
import { type Sample, takeSamples } from './samples.ts'
import { planWeek } from './week.ts'

interface SoakOptions {
  readonly seconds: number
  readonly engine: Engine
  readonly workers: number
  /** Of mixed requests. */
  readonly perSecond: number
  /** Whether the clock is fast and nobody changes anything: see `week.ts`. */
  readonly isWeek: boolean
  readonly onProgress: (step: string) => void
}

export interface SoakResult {
  readonly seconds: number
  readonly engine: Engine
  readonly workers: number
  readonly perSecond: number
  readonly processes: number
  readonly answered: number
  readonly changes: number
  /** What was wrong with answers, in words; only as many as a person reads. */
  readonly failures: readonly string[]
  readonly failed: number
  readonly residentBytes: Trend
  readonly descriptors: Trend
  readonly p50Ms: Trend
  readonly p99Ms: Trend
  /** Since the beginning, at equal intervals. */
  readonly samples: readonly Sample[]
  /** Whether memory and descriptors are flat. Latency does not count, for it depends on the machine's other work. */
  readonly isFlat: boolean
}

const clients = 16
/** One-time costs of the first requests, such as compiled code and filling caches, end after this share of the run. */
const warmUpShare = 1 / 5
const shownFailures = 10
/** What `docs/operations/on-a-server.md` promises. */
const mostLogBytes = 5 * 2 ** 20

const tolerances = {
  residentBytes: { share: 0.1, least: 8e6 },
  descriptors: { share: 0.1, least: 8 },
  latency: { share: 1, least: 1 },
} as const satisfies Record<string, Tolerance>

/** Runs the service on a database of its own. Rejects with a `BenchError` if the service doesn't start or stay up. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { seconds, engine, workers, isWeek, onProgress } = options
  await using directory = await temporaryDirectory()
  await using stack = new AsyncDisposableStack()
  const world = await makeLargeWorld(directory.path, 3000)
  const database = engine === 'postgres' ? await copyToServer(world.database, stack) : world.database
  const plan = isWeek ? await planWeek(database) : await planChanges(database, world.token, options.perSecond)
  stack.defer(() => plan.stop?.())
  const [node, main] = plantStoreCommand(await currentVersion())
  await using program = await startProgram([node, ...collectable, ...(plan.flags ?? []), main, 'serve'], {
    PLANT_STORE_DATABASE: database,
    PLANT_STORE_PORT: '0',
    PLANT_STORE_OPERATOR_PORT: '0',
    PLANT_STORE_LOG_FORMAT: 'json',
    PLANT_STORE_WORKERS: String(workers),
  })
  const load = createClients(program.url, clients, plan, await plan.begin(program.url))
  stack.defer(() => load.close())
  const { samples, answered, failures } = await takeSamples(load, program, { seconds, database, onProgress })
  const log = Math.max(...samples.map(({ logBytes }) => logBytes))
  if (log > mostLogBytes) failures.push(`the log beside the file grew to ${log} bytes`)
  const ended = await plan.end(program, answered)
  failures.push(...ended.failures)
  const run = { seconds, engine, workers, perSecond: plan.perSecond, answered, changes: ended.changes }
  return { ...run, ...checker(samples, failures) }
}

/** Copies the database to a PostgreSQL server that ends with the stack; returns its address. */
async function copyToServer(from: string, stack: AsyncDisposableStack): Promise<string> {
  const server = stack.use(await startServer())
  await server.query('create database plants')
  const to = server.url('plants')
  await copyDatabase({ from, to })
  return to
}

function checker(
  samples: readonly Sample[],
  failures: readonly string[],
): Omit<SoakResult, 'seconds' | 'engine' | 'workers' | 'perSecond' | 'answered' | 'changes'> {
  const warm = samples.slice(Math.floor(samples.length * warmUpShare))
  const trend = (figure: keyof Sample, tolerance: Tolerance): Trend =>
    checkTrend(
      warm.map((sample) => sample[figure]),
      tolerance,
    )
  const residentBytes = trend('residentBytes', tolerances.residentBytes)
  const descriptors = trend('descriptors', tolerances.descriptors)
  return {
    processes: samples.at(-1)?.processes ?? 0,
    failures: failures.slice(0, shownFailures),
    failed: failures.length,
    residentBytes,
    descriptors,
    p50Ms: trend('p50Ms', tolerances.latency),
    p99Ms: trend('p99Ms', tolerances.latency),
    samples,
    isFlat: residentBytes.isFlat && descriptors.isFlat,
  }
}
