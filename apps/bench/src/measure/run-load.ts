/** Runs one load on one contender once: how fast it was, and how much processor time it took. */
import { BenchError } from '../bench-error.ts'
import type { RunningContender } from '../contenders.ts'
import type { Latency, LoadGenerator, LoadJob } from '../load/load-generator.ts'
import { readFamilyProcessorSeconds } from '../processes/process-stats.ts'

export interface MeasuredLoad {
  readonly requests: number
  /** The number, counted from 1, of the last request that may have been sent. */
  readonly reached: number
  readonly requestsPerSecond: number
  readonly latency: Latency
  /** Processor time of the server and its workers per request; undefined where the platform does not show it. */
  readonly processorUs: number | undefined
  /** Processor time of the database server per request, if there is one. */
  readonly databaseUs: number | undefined
  /** The shares of their cores that the server and the load generator used. */
  readonly serverBusy: number | undefined
  readonly loadBusy: number
}

/** Rejects with a `BenchError` if a request fails or gets no answer: the figures would mean nothing. */
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
