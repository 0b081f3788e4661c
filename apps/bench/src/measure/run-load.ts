/** One load on one contender, once: how fast, and for how much processor time. */
import { BenchError } from '../bench-error.ts'
import type { RunningContender } from '../contenders.ts'
import type { Latency, LoadGenerator, LoadJob } from '../load/load-generator.ts'
import { readProcessorSeconds } from '../processes/process-stats.ts'

export interface MeasuredLoad {
  readonly requests: number
  /** Which of the requests was the last that may have been sent, counted from 1. */
  readonly reached: number
  readonly requestsPerSecond: number
  readonly latency: Latency
  /** Processor time of the server for each request; undefined where the platform does not show it. */
  readonly processorUs: number | undefined
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
  const before = readProcessorSeconds(program.pid)
  const { requests, reached, failures, unanswered, seconds, latency, busy } = await generator.run(job)
  const after = readProcessorSeconds(program.pid)
  if (failures + unanswered > 0) {
    throw new BenchError(
      `${failures} of ${requests} requests to ${contender.name} failed under the load "${name}", and ${unanswered} were not answered: the figures would mean nothing.`,
    )
  }
  const used = before === undefined || after === undefined ? undefined : after - before
  return {
    requests,
    reached,
    requestsPerSecond: requests / seconds,
    latency,
    processorUs: used === undefined || requests === 0 ? undefined : (used / requests) * 1e6,
    serverBusy: used === undefined ? undefined : used / seconds,
    loadBusy: busy,
  }
}
