/** What a query that is far too long costs the service. */
import { BenchFailure } from './bench-failure.ts'
import type { LoadGenerator } from './load.ts'
import type { Program } from './start-program.ts'
import { readMetric } from './read-metric.ts'

/** One length of query. */
export interface LongQueryFigures {
  readonly targetBytes: number
  readonly status: number
  readonly requests: number
  /** Processor time of the service for each, everything included. */
  readonly processorUs: number
}

/** 15 KB of `a&a&…`, which is refused, and the longest target that is not. */
const cases = [
  { targetBytes: 15_000, status: 414 },
  { targetBytes: 8000, status: 200 },
] as const

/** Loads the service with each. Rejects with a `BenchFailure` when an answer has another status. */
export async function measureLongQuery(
  program: Program,
  generator: LoadGenerator,
  token: string,
  seconds: number,
): Promise<LongQueryFigures[]> {
  const figures: LongQueryFigures[] = []
  for (const { targetBytes, status } of cases) {
    const path = '/plants?limit=20'.padEnd(targetBytes, '&a')
    const before = await readMetric(program.operatorUrl, 'process_cpu_seconds_total')
    const result = await generator.ask({
      url: program.url,
      connections: 1,
      seconds,
      requests: [{ path, token }],
      status,
    })
    const after = await readMetric(program.operatorUrl, 'process_cpu_seconds_total')
    const { requests, failures } = result
    if (failures > 0) {
      throw new BenchFailure(
        `A query of ${targetBytes} bytes was answered with another status than ${status}.`,
      )
    }
    figures.push({ targetBytes, status, requests, processorUs: ((after - before) / requests) * 1e6 })
  }
  return figures
}
