/** Measures how much more several workers of one service carry than one: the same service twice, loaded in turn. */
import { availableParallelism } from 'node:os'
import type { Config } from '../config.ts'
import { listContenders, type RunningContender, startContender } from '../contenders.ts'
import { startLoadGenerator } from '../load/load-generator.ts'
import { loads } from '../load/loads.ts'
import { startWriter } from '../load/writer.ts'
import type { Cores } from '../processes/cores.ts'
import { count, formatTable, nameEngine, percent, ratio } from '../report/format-values.ts'
import { median, pairedRatio, summarize, type Summary } from '../statistics.ts'
import { currentVersion } from '../versions/version.ts'
import { findWorld, type WorldOptions } from '../world/find-world.ts'
import { measureSaturation, type Run } from './measure-saturation.ts'

/** The result for a service with this many workers. */
interface WorkersResult {
  readonly workers: number
  readonly requestsPerSecond: Summary
  /** Processor time of all the service's processes together; undefined where the platform does not show it. */
  readonly processorUs: Summary | undefined
  /** Requests per second divided by those of one worker in the same round. */
  readonly times: Summary
  /** The same ratio if each worker had a core of its own, calculated from the processor time per request. */
  readonly timesOnOwnCores: Summary | undefined
}

interface WorkersResults {
  readonly cores: number
  readonly config: Config
  readonly results: readonly WorkersResult[]
  /** The median share of a core that the load took beside the workers. */
  readonly loadBusy: number
}

/** No process is pinned, because the capacity of the whole machine is measured. */
const anywhere: Cores = {
  pinned: false,
  onServerCore: (command) => command,
  onLoadCore: (command) => command,
}
const manyUsers = 'many users'

/** Compares one worker with `workers` of them, under a thousand tokens in turn. Rejects with a `BenchError`. */
export async function measureWorkers(
  workers: number,
  config: Config,
  options: WorldOptions,
): Promise<WorkersResults> {
  const { onProgress } = options
  const version = await currentVersion()
  const world = await findWorld({ name: 'current', version }, config, options)
  await using started = new AsyncDisposableStack()
  started.use(world.databases)
  const ours = listContenders({ version, world }, undefined).find(({ kind }) => kind === 'ours')
  if (ours === undefined) throw new Error('the service is no contender')
  const generator = started.use(startLoadGenerator(anywhere))
  const writer = started.use(startWriter(anywhere))
  const context = { generator, writer, tags: new Map(), strangersUsed: new Map(), onProgress }
  const counts = [1, workers]
  const running: RunningContender[] = []
  for (const each of counts) {
    const contender = { ...ours, name: nameOf(each) }
    const one = await startContender(contender, anywhere, [], { PLANT_STORE_WORKERS: String(each) })
    started.use(one.program)
    running.push(one)
  }
  const load = loads.filter(({ name }) => name === manyUsers)
  const runs = await measureSaturation(config, running, context, load)
  const runsOf = (each: number): readonly Run[] => runs.filter(({ contender }) => contender === nameOf(each))
  return {
    cores: availableParallelism(),
    config,
    results: counts.map((each) => summarizeRuns(each, runsOf(each), runsOf(1))),
    loadBusy: median(runs.map(({ loadBusy }) => loadBusy)),
  }
}

const nameOf = (workers: number): `${number} workers` => `${workers} workers`

function summarizeRuns(workers: number, own: readonly Run[], alone: readonly Run[]): WorkersResult {
  const costs = own.flatMap(({ processorUs }) => processorUs ?? [])
  const costsAlone = alone.flatMap(({ processorUs }) => processorUs ?? [])
  const isShown = costs.length === own.length && costsAlone.length === alone.length
  return {
    workers,
    requestsPerSecond: summarize(rates(own)),
    processorUs: isShown ? summarize(costs) : undefined,
    times: pairedRatio(rates(own), rates(alone)),
    timesOnOwnCores: isShown
      ? pairedRatio(
          costsAlone.map((cost) => cost * workers),
          costs,
        )
      : undefined,
  }
}

function rates(runs: readonly Run[]): number[] {
  return runs.map(({ requestsPerSecond }) => requestsPerSecond)
}

/** The report for a person. */
export function formatWorkers({ cores, config, results, loadBusy }: WorkersResults): string {
  const headings = [
    'workers',
    'requests/s',
    'min–max',
    'CPU µs',
    '× one',
    '× one, each with a core of its own',
  ]
  const rows = results.map(({ workers, requestsPerSecond, processorUs, times, timesOnOwnCores }) => [
    String(workers),
    count(requestsPerSecond.median),
    `${count(requestsPerSecond.min)}–${count(requestsPerSecond.max)}`,
    processorUs?.median.toFixed(1) ?? '',
    ratio(times),
    timesOnOwnCores === undefined ? '' : ratio(timesOnOwnCores),
  ])
  return [
    `GET /plants?limit=20 over ${nameEngine(config.engine)}, a thousand tokens in turn, on ${config.connections} connections: workers of one service`,
    `${cores} cores for all processes, including the load, which took ${percent(loadBusy)} of one; ${config.rounds} interleaved rounds, ${config.seconds} s each.`,
    '',
    formatTable([headings, ...rows]),
    '',
    'CPU µs is the processor time per request of all processes of the service. The last column follows from it: the ratio if',
    'every worker had a core for itself, and the load and the database had others.',
  ].join('\n')
}
