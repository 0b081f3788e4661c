/** Gives each contender as much load as it can take, in turn, round after round. */
import { BenchError } from '../bench-error.ts'
import type { Config } from '../config.ts'
import type { ContenderName, RunningContender } from '../contenders.ts'
import type { LoadJob } from '../load/load-generator.ts'
import { type Load, loads } from '../load/loads.ts'
import type { Writer } from '../load/writer.ts'
import { type MeasuredLoad, runLoad } from './run-load.ts'
import { type MeasureContext, requestsFor, useUpStrangers } from './context.ts'

/** The result of one contender under one load in one round. */
export interface Run extends MeasuredLoad {
  readonly load: string
  readonly contender: ContenderName
  readonly round: number
  /** Changes made to the database meanwhile. */
  readonly changes: number
}

/**
 * Runs the wanted loads on all contenders, interleaved: whatever slows the machine for a while slows all of them.
 * Every contender is warmed up first. Rejects with a `BenchError` at the first request that fails.
 */
export async function measureSaturation(
  config: Config,
  running: readonly RunningContender[],
  context: MeasureContext & { readonly writer: Writer },
  wanted: readonly Load[] = loads,
): Promise<Run[]> {
  const turns = wanted.flatMap((load) => running.map((one) => ({ load, one })))
  for (const { load, one } of turns) {
    context.onProgress(`warming up: ${load.name}, ${one.contender.name}`)
    await warmUp(config, load, one, context)
  }
  const runs: Run[] = []
  for (let round = 1; round <= config.rounds; round += 1) {
    // Every other round runs backwards, so that no contender is always first.
    for (const { load, one } of round % 2 === 1 ? turns : turns.toReversed()) {
      context.onProgress(`round ${round} of ${config.rounds}: ${load.name}, ${one.contender.name}`)
      const run = await measureRun({ ...config, seconds: config.seconds * load.share }, load, one, context)
      runs.push({ ...run, round })
    }
  }
  return runs
}

/**
 * Loads a server until it has answered enough requests for its code to be compiled. It counts answers, not time: on a
 * busy machine half a second is too little for any contender, and most of all for the one with the most code.
 */
async function warmUp(
  config: Config,
  load: Load,
  one: RunningContender,
  context: Parameters<typeof measureRun>[3],
): Promise<void> {
  const seconds = (config.seconds * load.share) / 4
  const enough = config.seconds * load.share * 10_000
  for (let answered = 0; answered < enough;) {
    const { requests } = await measureRun({ ...config, seconds }, load, one, context)
    answered += requests
  }
}

/** A server that answers nothing is given at least this long. */
const patienceSeconds = 10

/** Runs longer than requested if nothing is answered, as on a machine busy with other work. */
async function measureRun(
  config: Pick<Config, 'seconds' | 'connections'>,
  load: Load,
  one: RunningContender,
  context: MeasureContext & { readonly writer: Writer },
): Promise<Omit<Run, 'round'>> {
  for (let { seconds } = config; ; seconds *= 2) {
    const run = await tryRun({ ...config, seconds }, load, one, context)
    // Without a timed answer there is no greatest latency.
    if (run.latency.maxMs > 0) return run
    if (seconds > patienceSeconds) {
      throw new BenchError(
        `${run.contender} answered nothing in ${seconds} s: this machine is too busy to measure on.`,
      )
    }
  }
}

async function tryRun(
  { seconds, connections }: Pick<Config, 'seconds' | 'connections'>,
  load: Load,
  one: RunningContender,
  context: MeasureContext & { readonly writer: Writer },
): Promise<Omit<Run, 'round'>> {
  const { contender, program } = one
  const { changesPerSecond: perSecond } = load
  const job: LoadJob = {
    url: program.url,
    connections: load.connections ?? connections,
    seconds,
    requests: requestsFor(load, contender, context),
  }
  if (perSecond > 0) await context.writer.run({ database: contender.world.databases.forOwner, perSecond })
  const measured = await runLoad(context.generator, job, one, load.name)
  const { commits } = await context.writer.run('stop')
  useUpStrangers(load, contender, measured.reached, context)
  return { ...measured, load: load.name, contender: contender.name, changes: commits }
}
