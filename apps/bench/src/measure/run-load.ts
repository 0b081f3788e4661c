/** One load on one contender, once: how fast, and for how much processor time. */
import { BenchError } from '../bench-error.ts'
import type { RunningContender } from '../contenders.ts'
import type { Latency, LoadGenerator, LoadJob } from '../load/load-generator.ts'
import { readFamilyProcessorSeconds } from '../processes/process-stats.ts'

export interface MeasuredLoad {
  readonly requests: number
  /** Which of the requests was the last that may have been sent, counted from 1. */
  readonly reached: number
  readonly requestsPerSecond: number
  readonly latency: Latency
  /** Processor time of the server, with its workers, for each request; undefined where the platform does not show it. */
  readonly processorUs: number | undefined
  /** Of the database server, where there is one. */
  readonly databaseUs: number | undefined
  /** Shares of their cores that server and load generator used. */
  readonly serverBusy: number | undefined
  readonly loadBusy: number
}

/** Rejects with a `BenchError` when a request fails or stays without an answer: the figures would mean nothing. */
export async function runLoad(
  generator: LoadGenerator,
  job: LoadJob,
  { contender, program }: RunningContender,
  name: string,
): Promise<MeasuredLoad> {
  const { pid: databasePid } = contender.world.databases
  const readDatabase = (): number | undefined =>
    databasePid === undefined ? undefined : readFamilyProcessorSeconds(databasePid)
  const before = readFamilyProcessorSeconds(program.pid)
  const databaseBefore = readDatabase()
  const { requests, reached, failures, unanswered, seconds, latency, busy } = await generator.run(job)
  const after = readFamilyProcessorSeconds(program.pid)
  const databaseAfter = readDatabase()
  if (failures + unanswered > 0) {
    throw new BenchError(
      `${failures} of ${requests} requests to ${contender.name} failed under the load "${name}", and ${unanswered} were not answered: the figures would mean nothing.`,
    )
  }
  const used = difference(before, after)
  const perRequestUs = (spent: number | undefined): number | undefined =>
    spent === undefined || requests === 0 ? undefined : (spent / requests) * 1e6
  return {
    requests,
    reached,
    requestsPerSecond: requests / seconds,
    latency,
    processorUs: perRequestUs(used),
    databaseUs: perRequestUs(difference(databaseBefore, databaseAfter)),
    serverBusy: used === undefined ? undefined : used / seconds,
    loadBusy: busy,
  }
}

function difference(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before
}
