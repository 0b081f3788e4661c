/** The result of a benchmark, complete. */
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import process from 'node:process'
import type { Contender, ContenderName } from './contenders.ts'
import type { Load } from './loads.ts'
import type { ImportFigures } from './measure-import.ts'
import type { LongQueryFigures } from './measure-long-query.ts'
import type { SlowReaderFigures } from './measure-slow-reader.ts'
import type { Run } from './measure-throughput.ts'
import type { Plan } from './plan.ts'
import { pairedRatio, type Summary, summarize } from './statistics.ts'

/** All that `--json` prints. */
export interface Figures {
  readonly machine: Machine
  readonly plan: Plan
  readonly world: { readonly madeAt: string; readonly seconds: number; readonly kept: boolean }
  readonly imports: readonly ImportFigures[]
  readonly loads: readonly LoadFigures[]
  readonly longQueries: readonly LongQueryFigures[]
  readonly slowReader: SlowReaderFigures
  readonly seconds: number
}

/** What the figures are true for. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryBytes: number
  readonly system: string
  readonly node: string
  /** Whether servers and load had a core each to themselves. */
  readonly pinned: boolean
}

export interface LoadFigures {
  readonly name: string
  readonly changesPerSecond: number
  readonly rows: readonly ContenderFigures[]
}

/** One contender under one load, over all rounds. */
export interface ContenderFigures {
  readonly contender: ContenderName
  readonly does: string
  readonly requestsPerSecond: Summary
  readonly p50Ms: number
  readonly p99Ms: number
  readonly processorUs: number | undefined
  readonly serverBusy: number | undefined
  readonly loadBusy: number
  readonly timesFastify: Summary
  /** The same by processor time: true even where something else takes its share of the cores. */
  readonly timesFastifyByProcessor: Summary | undefined
  readonly timesNodeHttp: Summary
}

export function describeMachine(pinned: boolean): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    node: process.version,
    pinned,
  }
}

/** Puts the runs of all rounds together. */
export function summarizeLoads(
  loads: readonly Load[],
  contenders: readonly Contender[],
  runs: readonly Run[],
): LoadFigures[] {
  const ceiling = speeds(runs.filter(({ contender }) => contender === 'node:http'))
  return loads.map((load) => {
    const ofLoad = runs.filter((run) => run.load === load.name)
    const fastify = ofLoad.filter(({ contender }) => contender === 'Fastify')
    const rows = contenders.flatMap((contender) => {
      const own = ofLoad.filter((run) => run.contender === contender.name)
      return own.length === 0 ? [] : [summarizeRuns(contender, own, fastify, ceiling)]
    })
    return { name: load.name, changesPerSecond: load.changesPerSecond, rows }
  })
}

function summarizeRuns(
  { name, does }: Contender,
  runs: readonly Run[],
  fastify: readonly Run[],
  ceiling: readonly number[],
): ContenderFigures {
  const middle = (value: (run: Run) => number): number => summarize(runs.map((run) => value(run))).median
  const whereKnown = (value: (run: Run) => number | undefined): number | undefined =>
    runs.some((run) => value(run) === undefined) ? undefined : middle((run) => value(run) ?? 0)
  return {
    contender: name,
    does,
    requestsPerSecond: summarize(speeds(runs)),
    p50Ms: middle((run) => run.p50Ms),
    p99Ms: middle((run) => run.p99Ms),
    processorUs: whereKnown((run) => run.processorUs),
    serverBusy: whereKnown((run) => run.serverBusy),
    loadBusy: middle((run) => run.loadBusy),
    timesFastify: pairedRatio(speeds(runs), speeds(fastify)),
    timesFastifyByProcessor: compareProcessorTimes(runs, fastify),
    timesNodeHttp: pairedRatio(speeds(runs), ceiling),
  }
}

function speeds(runs: readonly Run[]): number[] {
  return runs.map((run) => run.requestsPerSecond)
}

function compareProcessorTimes(runs: readonly Run[], others: readonly Run[]): Summary | undefined {
  const [own, theirs] = [runs, others].map((side) => side.flatMap(({ processorUs }) => processorUs ?? []))
  if (own?.length !== runs.length || theirs?.length !== others.length) return undefined
  return pairedRatio(theirs, own)
}
