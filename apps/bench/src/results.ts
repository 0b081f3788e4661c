/** The complete result of a benchmark, as `--json` prints it. */
import type { Config } from './config.ts'
import type { Contender, ContenderName } from './contenders.ts'
import type { Latency } from './load/load-generator.ts'
import type { Load } from './load/loads.ts'
import type { Machine } from './machine.ts'
import type { LongListResult } from './measure/measure-long-lists.ts'
import type { WaitingReadersResult } from './measure/measure-waiting-readers.ts'
import type { MeasuredLoad } from './measure/run-load.ts'
import { median, pairedRatio, type Summary, summarize } from './statistics.ts'
import type { ImportFigures } from './world/measure-import.ts'

export interface Results {
  readonly machine: Machine
  readonly config: Config
  readonly versions: readonly VersionResult[]
  readonly contenders: readonly Pick<Contender, 'name' | 'does'>[]
  readonly loads: readonly LoadResults[]
  readonly plainLoad: { readonly perSecond: number; readonly rows: readonly Row[] }
  readonly longLists: readonly LongListResult[]
  readonly waitingReaders: readonly WaitingReadersResult[]
  /** In sentences. */
  readonly notMeasured: readonly string[]
  readonly seconds: number
}

/** A version of the service, its database, and the imports measured when the database was made. */
export interface VersionResult {
  readonly name: 'Plant Store' | 'before'
  readonly commit: string | undefined
  readonly isChanged: boolean
  readonly world: { readonly madeAt: string; readonly seconds: number; readonly kept: boolean }
  readonly imports: readonly ImportFigures[]
}

interface LoadResults extends Pick<Load, 'name' | 'title'> {
  readonly rows: readonly Row[]
}

/** One contender under one load, over all rounds. */
export interface Row {
  readonly contender: ContenderName
  readonly requestsPerSecond: Summary
  /** The medians of the rounds, and the greatest `maxMs`. */
  readonly latency: Latency
  readonly processorUs: number | undefined
  readonly databaseUs: number | undefined
  readonly serverBusy: number | undefined
  readonly loadBusy: number
  /** How many times as good as the named contender, by the ratios within each round. */
  readonly times: Partial<Record<ContenderName, Ratios>>
}

export interface Ratios {
  readonly byThroughput: Summary
  /** Stays true even if something else uses the cores. Undefined where the platform does not show processor time. */
  readonly byProcessorTime: Summary | undefined
  /** The other's 99th percentile divided by this one's. */
  readonly byP99: Summary
}

type Measured = MeasuredLoad & { readonly contender: ContenderName; readonly round: number }

/** Combines the runs of all rounds into one row for each contender. */
export function summarizeRuns(runs: readonly Measured[]): Row[] {
  const sorted = runs.toSorted((a, b) => a.round - b.round)
  const groups = Map.groupBy(sorted, ({ contender }) => contender)
  return [...groups].map(([contender, own]) => ({
    contender,
    requestsPerSecond: summarize(own.map(({ requestsPerSecond }) => requestsPerSecond)),
    latency: {
      p50Ms: median(own.map(({ latency }) => latency.p50Ms)),
      p99Ms: median(own.map(({ latency }) => latency.p99Ms)),
      maxMs: Math.max(...own.map(({ latency }) => latency.maxMs)),
    },
    processorUs: medianWhereKnown(own.map(({ processorUs }) => processorUs)),
    databaseUs: medianWhereKnown(own.map(({ databaseUs }) => databaseUs)),
    serverBusy: medianWhereKnown(own.map(({ serverBusy }) => serverBusy)),
    loadBusy: median(own.map(({ loadBusy }) => loadBusy)),
    times: Object.fromEntries([...groups].map(([name, others]) => [name, compareRuns(own, others)])),
  }))
}

function compareRuns(own: readonly Measured[], others: readonly Measured[]): Ratios {
  const times = (cost: (run: Measured) => number): Summary => {
    const [theirs, ours] = [others, own].map((runs) => runs.map((run) => cost(run)))
    return pairedRatio(theirs ?? [], ours ?? [])
  }
  const isKnown = [...own, ...others].every(({ processorUs }) => processorUs !== undefined && processorUs > 0)
  return {
    byThroughput: times(({ requestsPerSecond }) => 1 / requestsPerSecond),
    byProcessorTime: isKnown ? times(({ processorUs }) => processorUs ?? Number.NaN) : undefined,
    byP99: times(({ latency }) => latency.p99Ms),
  }
}

function medianWhereKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? median(known) : undefined
}
