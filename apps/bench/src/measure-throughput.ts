/** Load on every contender in turn, round after round. */
import { BenchFailure } from './bench-failure.ts'
import type { ContenderName, Runner } from './contenders.ts'
import type { LoadGenerator } from './load.ts'
import type { Load } from './loads.ts'
import { type Plan, warmUpRequests } from './plan.ts'
import { readProcessorSeconds } from './processor-time.ts'
import type { Writer } from './writer.ts'

/** One contender under one load in one round. */
export interface Run {
  readonly load: string
  readonly contender: ContenderName
  readonly round: number
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of the server for each request; undefined where the platform does not show it. */
  readonly processorUs: number | undefined
  /** Shares of their cores that server and load generator needed. */
  readonly serverBusy: number | undefined
  readonly loadBusy: number
  /** Changes of the database meanwhile. */
  readonly changes: number
}

/** What a round needs. */
export interface Surroundings {
  readonly database: string
  readonly generator: LoadGenerator
  readonly writer: Writer
  readonly tell: (doing: string) => void
}

/**
 * All loads on all contenders, interleaved: whatever slows the machine for a while slows all of them. Everyone is
 * warmed up first. Rejects with a `BenchFailure` at the first request that fails.
 */
export async function measureThroughput(
  plan: Plan,
  loads: readonly Load[],
  runners: readonly Runner[],
  around: Surroundings,
): Promise<Run[]> {
  const turns = loads.flatMap((load, at) =>
    // Where nobody looks at the token, one load is as good as another.
    runners.filter(({ contender }) => contender.isService || at === 0).map((runner) => ({ load, runner })),
  )
  for (const { load, runner } of turns) {
    around.tell(`warming up: ${load.name}, ${runner.contender.name}`)
    await warmUp(plan, load, runner, around)
  }
  const runs: Run[] = []
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const { load, runner } of turns) {
      around.tell(`round ${round} of ${plan.rounds}: ${load.name}, ${runner.contender.name}`)
      const seconds = plan.seconds * load.share
      const run = await measureRun({ ...plan, seconds }, load, runner, around)
      runs.push({ ...run, round })
    }
  }
  return runs
}

/**
 * Loads a server until it has answered enough for its code to be compiled. By number, not by time: on a busy machine
 * half a second is not enough for anyone, and least for whoever has the most code.
 */
async function warmUp(plan: Plan, load: Load, runner: Runner, around: Surroundings): Promise<void> {
  const enough = warmUpRequests(plan)
  for (let answered = 0; answered < enough;) {
    const { requests } = await measureRun({ ...plan, seconds: plan.seconds / 4 }, load, runner, around)
    answered += requests
  }
}

/** So long at least a server is waited for that answers nothing. */
const patienceSeconds = 10

/** For longer than was asked for where nothing is answered, as on a machine that is busy with other work. */
async function measureRun(
  plan: Pick<Plan, 'seconds' | 'connections'>,
  load: Load,
  runner: Runner,
  around: Surroundings,
): Promise<Omit<Run, 'round'>> {
  for (let { seconds } = plan; ; seconds *= 2) {
    const run = await tryRun({ ...plan, seconds }, load, runner, around)
    if (run.requests > 0) return run
    if (seconds > patienceSeconds) {
      throw new BenchFailure(
        `${run.contender} answered nothing in ${seconds} s: this machine is too busy to measure on.`,
      )
    }
  }
}

async function tryRun(
  { seconds, connections }: Pick<Plan, 'seconds' | 'connections'>,
  load: Load,
  { contender, program }: Runner,
  { database, generator, writer }: Surroundings,
): Promise<Omit<Run, 'round'>> {
  const { requests, changesPerSecond } = load
  if (changesPerSecond > 0) await writer.ask({ database, perSecond: changesPerSecond })
  const before = readProcessorSeconds(program.pid)
  const result = await generator.ask({ url: program.url, connections, seconds, requests, status: 200 })
  const after = readProcessorSeconds(program.pid)
  const { commits } = await writer.ask('stop')
  if (result.failures > 0) {
    throw new BenchFailure(
      `${result.failures} of ${result.requests} requests to ${contender.name} failed under the load of ${load.name}: the figures would mean nothing.`,
    )
  }
  const processorSeconds = before === undefined || after === undefined ? undefined : after - before
  return {
    load: load.name,
    contender: contender.name,
    requests: result.requests,
    requestsPerSecond: result.requests / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    processorUs: per(processorSeconds, result.requests / 1e6),
    serverBusy: per(processorSeconds, result.seconds),
    loadBusy: result.busy,
    changes: commits,
  }
}

function per(value: number | undefined, divisor: number): number | undefined {
  return value === undefined ? undefined : value / divisor
}
