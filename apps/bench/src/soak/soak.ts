/** Runs the service for long under mixed load and changes, to see whether the memory and descriptors it holds grow. */
import { copyDatabase, openStore } from '@plant-store/store'
import { startServer } from '@plant-store/test-postgres'
import { makeLargeWorld, temporaryDirectory } from '@plant-store/testkit'
import { BenchError } from '../bench-error.ts'
import type { Engine } from '../config.ts'
import { collectable } from '../processes/collect-garbage.ts'
import { startProgram } from '../processes/start-program.ts'
import { median } from '../statistics.ts'
import { currentVersion, plantStoreCommand } from '../versions/version.ts'
import { startChanges } from './changes.ts'
import { type Asked, createClients } from './clients.ts'
import { judgeTrend, type Tolerance, type Trend } from './flatness.ts'
import { type Held, measureHeld } from './processes.ts'

interface SoakOptions {
  readonly seconds: number
  readonly engine: Engine
  readonly workers: number
  readonly perSecond: number
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
  /** Whether memory and descriptors are flat. Latency does not count, for it depends on the machine's other work. */
  readonly isFlat: boolean
}

const clients = 16
/** The number of samples, or one per second if the run is short. */
const mostSamples = 60
/** This many samples show a trend even without those of the warm-up; a busy machine gets more time for them. */
const fewestSamples = 6
/** One-time costs of the first requests, such as compiled code and filling caches, end after this share of the run. */
const warmUpShare = 1 / 5
const shownFailures = 10

const tolerances = {
  residentBytes: { share: 0.1, least: 8e6 },
  descriptors: { share: 0.1, least: 8 },
  latency: { share: 1, least: 1 },
} as const satisfies Record<string, Tolerance>

interface Sample extends Held {
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Runs the service on a database of its own. Rejects with a `BenchError` if the service doesn't start or stay up. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { seconds, engine, workers, perSecond, onProgress } = options
  await using directory = await temporaryDirectory()
  await using stack = new AsyncDisposableStack()
  const world = await makeLargeWorld(directory.path, 3000)
  const database = engine === 'postgres' ? await copyToServer(world.database, stack) : world.database
  const store = await openStore({ database })
  stack.defer(() => store.close())
  await store.addUser('bo')
  const [node, main] = plantStoreCommand(await currentVersion())
  await using program = await startProgram([node, ...collectable, main, 'serve'], {
    PLANT_STORE_DATABASE: database,
    PLANT_STORE_PORT: '0',
    PLANT_STORE_OPERATOR_PORT: '0',
    PLANT_STORE_LOG_FORMAT: 'json',
    PLANT_STORE_WORKERS: String(workers),
  })
  const load = createClients(program.url, clients, perSecond, await mixRequests(program.url, world.token))
  stack.defer(() => load.close())
  const changes = startChanges(store, program.url, 'bo')
  stack.defer(async () => void (await changes.end()))
  const failures: string[] = []
  const samples: Sample[] = []
  let answered = 0
  const intervalSeconds = Math.max(1, seconds / mostSamples)
  const began = performance.now()
  while (performance.now() < began + seconds * 1000 || samples.length < fewestSamples) {
    const met = await load.ask(intervalSeconds)
    answered += met.answered
    failures.push(...met.failures)
    const sorted = met.latenciesMs.toSorted((a, b) => a - b)
    if (sorted.length === 0) {
      throw new BenchError(
        `No short list was answered correctly for ${Math.ceil(intervalSeconds)} s: ${met.failures[0] ?? ''}.`,
      )
    }
    samples.push({
      ...(await measureHeld(program.pid)),
      p50Ms: median(sorted),
      p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    })
    onProgress(`${Math.round((performance.now() - began) / 1000)} of ${seconds} s`)
  }
  const changed = await changes.end()
  failures.push(...changed.failures)
  return summarize(options, samples, { answered, changes: changed.changes, failures })
}

/** Copies the database to a PostgreSQL server that ends with the stack; returns its address. */
async function copyToServer(from: string, stack: AsyncDisposableStack): Promise<string> {
  const server = stack.use(await startServer())
  await server.query('create database plants')
  const to = server.url('plants')
  await copyDatabase({ from, to })
  return to
}

function summarize(
  { seconds, engine, workers, perSecond }: SoakOptions,
  samples: readonly Sample[],
  { failures, ...counts }: { answered: number; changes: number; failures: readonly string[] },
): SoakResult {
  const warm = samples.slice(Math.floor(samples.length * warmUpShare))
  const trend = (figure: keyof Sample, tolerance: Tolerance): Trend =>
    judgeTrend(
      warm.map((sample) => sample[figure]),
      tolerance,
    )
  const residentBytes = trend('residentBytes', tolerances.residentBytes)
  const descriptors = trend('descriptors', tolerances.descriptors)
  return {
    seconds,
    engine,
    workers,
    perSecond,
    processes: samples.at(-1)?.processes ?? 0,
    ...counts,
    failures: failures.slice(0, shownFailures),
    failed: failures.length,
    residentBytes,
    descriptors,
    p50Ms: trend('p50Ms', tolerances.latency),
    p99Ms: trend('p99Ms', tolerances.latency),
    isFlat: residentBytes.isFlat && descriptors.isFlat,
  }
}

/** Short lists, long streamed lists, lists that the client has already, and requests that are refused. */
async function mixRequests(url: string, token: string): Promise<readonly Asked[]> {
  const headers = { Authorization: `Bearer ${token}` }
  const first = await fetch(`${url}/plants?limit=20`, { headers })
  await first.arrayBuffer()
  const tag = first.headers.get('etag') ?? ''
  const lists = [1, 5, 20, 20, 50, 100, 200, 20].map((limit) => ({
    path: `/plants?limit=${limit}`,
    headers,
    status: 200,
  }))
  return [
    ...lists,
    { path: '/plants', headers, status: 200 },
    { path: '/plants?limit=20', headers: { ...headers, 'If-None-Match': tag }, status: 304 },
    { path: '/plants?limit=x', headers, status: 400 },
    { path: '/plants?limit=20', headers: { Authorization: 'Bearer nobody' }, status: 401 },
    { path: '/elsewhere', headers, status: 404 },
  ]
}
