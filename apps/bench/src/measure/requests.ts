/** Gives each contender every load in turn, round after round: how fast it was, and how much time of a processor it took. */
import { BenchError } from '../bench-error.ts'
import type { RunningContender } from '../contenders.ts'
import type { Latency, LoadGenerator, LoadJob } from '../load/generator.ts'
import { type Callers, divideCallers, fetchTags, type Load, loads, mixedLoad } from '../load/loads.ts'
import type { Config } from '../world.ts'
import { processorSeconds } from '../processes.ts'
import { median, pairedRatio, type Summary, summarize } from './statistics.ts'

/** One load, and a row for each contender. */
export interface LoadResults {
  readonly name: string
  readonly title: string
  /** Undefined where each contender got as much as it could take. */
  readonly perSecond: number | undefined
  readonly rows: readonly Row[]
}

/** One contender under one load, over all rounds. */
export interface Row {
  readonly contender: string
  readonly requestsPerSecond: Summary
  /** The medians of the rounds, and the greatest `maxMs`. */
  readonly latency: Latency
  /** Processor time of the server and its workers per request. */
  readonly processorUs: number
  /** Processor time of the database server per request, if there is one. */
  readonly databaseUs: number | undefined
  /** The shares of their cores that the server and the load generator used. */
  readonly serverBusy: number
  readonly loadBusy: number
  /**
   * How many times as good as the named contender, by the ratios within each round: by processor time, which stays true
   * even if something else uses the cores, or, at a fixed rate, by the 99th percentile.
   */
  readonly times: Readonly<Record<string, Summary>>
}

/** The result of one contender under one load in one round. */
type Run = Omit<Row, 'requestsPerSecond' | 'times'> & {
  readonly requests: number
  readonly requestsPerSecond: number
}

/** A contender, its ETags, and how many strangers it has met; the next load uses others. */
interface Measured extends RunningContender {
  readonly tags: Callers['tags']
  strangersUsed: number
}

/**
 * Measures all loads, and then the plain load: the mix at half of what the slowest contender could take of it, so that
 * none is near its limit. Rejects with a `BenchError` at the first request that fails.
 */
export async function measureRequests(
  config: Config,
  running: readonly RunningContender[],
  generator: LoadGenerator,
  onProgress: (step: string) => void,
): Promise<readonly LoadResults[]> {
  const measured: Measured[] = []
  for (const { contender, service } of running) {
    const tags = await fetchTags(service.url, contender.world)
    measured.push({ contender, service, tags, strangersUsed: 0 })
  }
  const results: LoadResults[] = []
  const measure = async (load: Load, perSecond?: number): Promise<void> => {
    const runs = await runRounds(config, load, perSecond, measured, generator, onProgress)
    results.push({ name: load.name, title: load.title, perSecond, rows: summarizeRuns(runs, perSecond) })
  }
  for (const load of loads) await measure(load)
  const mixed = results.find(({ name }) => name === mixedLoad.name)?.rows ?? []
  const slowest = Math.min(...mixed.map(({ requestsPerSecond }) => requestsPerSecond.median))
  await measure({ ...mixedLoad, name: 'plain' }, Math.max(1, Math.floor(slowest / 2)))
  return results
}

/** Interleaves the contenders: whatever slows the machine for a while slows all of them. */
async function runRounds(
  { rounds, seconds, connections }: Config,
  load: Load,
  perSecond: number | undefined,
  measured: readonly Measured[],
  generator: LoadGenerator,
  onProgress: (step: string) => void,
): Promise<ReadonlyMap<string, readonly Run[]>> {
  const share = load.connections === undefined ? seconds : seconds / 2
  const shape = {
    connections: load.connections ?? connections,
    ...(perSecond !== undefined && { perSecond }),
  }
  const enough = perSecond === undefined ? share * 10_000 : 0
  for (const one of measured) {
    onProgress(`warming up: ${load.name}, ${one.contender.name}`)
    // By responses, not time: half a second of a busy machine is too little to have the code compiled.
    for (let answered = 0; answered < enough;) {
      answered += (await runOnce({ ...shape, seconds: share / 4 }, load, one, generator)).requests
    }
  }
  const runs = new Map<string, Run[]>(measured.map(({ contender }) => [contender.name, []]))
  for (let round = 1; round <= rounds; round += 1) {
    // Every other round runs backwards, so that no contender is always first.
    for (const one of round % 2 === 1 ? measured : measured.toReversed()) {
      onProgress(`round ${round} of ${rounds}: ${load.name}, ${one.contender.name}`)
      runs.get(one.contender.name)?.push(await runOnce({ ...shape, seconds: share }, load, one, generator))
    }
  }
  return runs
}

/** A server that answers nothing is given at least this long, as on a machine busy with other work. */
const patienceSeconds = 10

async function runOnce(
  shape: Pick<LoadJob, 'connections' | 'seconds' | 'perSecond'>,
  load: Load,
  one: Measured,
  generator: LoadGenerator,
): Promise<Run> {
  const { contender, service, tags } = one
  const { databasePid } = contender.world
  const used = (): readonly number[] =>
    [service.pid, ...(databasePid === undefined ? [] : [databasePid])].map((pid) => processorSeconds(pid))
  for (let { seconds } = shape; ; seconds *= 2) {
    const requests = load.requests(divideCallers(contender.world, one.strangersUsed, tags))
    const before = used()
    const sent = await generator.run({ ...shape, url: service.url, seconds, requests, waitSeconds: 30 })
    const [server = 0, database] = used().map((now, at) => now - (before[at] ?? 0))
    one.strangersUsed += Math.ceil(sent.reached * load.strangers)
    if (sent.failures + sent.unanswered > 0) {
      throw new BenchError(
        `${sent.failures} of ${sent.requests} requests to ${contender.name} failed under the load "${load.name}", and ${sent.unanswered} were not answered: the figures would mean nothing.`,
      )
    }
    // Without a timed response there is no greatest latency.
    if (sent.latency.maxMs > 0) {
      const perRequestUs = 1e6 / sent.requests
      return {
        contender: contender.name,
        requests: sent.requests,
        requestsPerSecond: sent.requests / sent.seconds,
        latency: sent.latency,
        processorUs: server * perRequestUs,
        databaseUs: database === undefined ? undefined : database * perRequestUs,
        serverBusy: server / sent.seconds,
        loadBusy: sent.busy,
      }
    }
    if (seconds > patienceSeconds) {
      throw new BenchError(`${contender.name} answered nothing in ${seconds} s: this machine is too busy.`)
    }
  }
}

/** Combines the runs of all rounds into one row for each contender. */
function summarizeRuns(groups: ReadonlyMap<string, readonly Run[]>, perSecond: number | undefined): Row[] {
  const cost = (run: Run): number => (perSecond === undefined ? run.processorUs : run.latency.p99Ms)
  return [...groups].map(([contender, own]) => {
    const middle = (figure: (run: Run) => number): number => median(own.map((run) => figure(run)))
    return {
      contender,
      requestsPerSecond: summarize(own.map(({ requestsPerSecond }) => requestsPerSecond)),
      latency: {
        p50Ms: middle(({ latency }) => latency.p50Ms),
        p99Ms: middle(({ latency }) => latency.p99Ms),
        maxMs: Math.max(...own.map(({ latency }) => latency.maxMs)),
      },
      processorUs: middle(({ processorUs }) => processorUs),
      databaseUs: own[0]?.databaseUs === undefined ? undefined : middle(({ databaseUs = 0 }) => databaseUs),
      serverBusy: middle(({ serverBusy }) => serverBusy),
      loadBusy: middle(({ loadBusy }) => loadBusy),
      times: Object.fromEntries(
        [...groups].map(([name, others]) => [
          name,
          pairedRatio(
            others.map((run) => cost(run)),
            own.map((run) => cost(run)),
          ),
        ]),
      ),
    }
  })
}
