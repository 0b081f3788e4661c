/** Measures latency under plain load: the mix at a rate that every contender can serve, on kept connections. */
import type { Config } from '../config.ts'
import type { ContenderName, RunningContender } from '../contenders.ts'
import { mixedLoad } from '../load/loads.ts'
import { median } from '../statistics.ts'
import { type MeasureContext, requestsFor, useUpStrangers } from './context.ts'
import type { Run } from './measure-saturation.ts'
import { type MeasuredLoad, runLoad } from './run-load.ts'

/** The result of one contender in one round. */
interface PlainRun extends MeasuredLoad {
  readonly contender: ContenderName
  readonly round: number
}

/** Half of what the slowest contender could take of the mix, so that none is near its limit. */
export function choosePlainRate(runs: readonly Run[]): number {
  const mixed = Map.groupBy(
    runs.filter(({ load }) => load === mixedLoad.name),
    ({ contender }) => contender,
  )
  const slowest = Math.min(
    ...[...mixed.values()].map((own) => median(own.map(({ requestsPerSecond }) => requestsPerSecond))),
  )
  return Math.max(1, Math.floor(slowest / 2))
}

/** A later answer counts as none. */
const waitSeconds = 30

/** Rejects with a `BenchError` at the first request that fails. */
export async function measurePlainLoad(
  { rounds, seconds, connections }: Config,
  perSecond: number,
  running: readonly RunningContender[],
  context: MeasureContext,
): Promise<PlainRun[]> {
  const runs: PlainRun[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of round % 2 === 1 ? running : running.toReversed()) {
      const { contender, program } = one
      context.onProgress(`round ${round} of ${rounds}: plain load, ${contender.name}`)
      const requests = requestsFor(mixedLoad, contender, context)
      const job = { url: program.url, connections, seconds, requests, perSecond, waitSeconds }
      const measured = await runLoad(context.generator, job, one, 'plain load')
      useUpStrangers(mixedLoad, contender, measured.reached, context)
      runs.push({ ...measured, contender: contender.name, round })
    }
  }
  return runs
}
