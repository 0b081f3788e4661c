/** Tries faults one after another: each over one engine many times, for one row of the table. */
import { Operator } from './access/operator.ts'
import { makeFaultWorld } from './access/world.ts'
import { HonestClients } from './clients/honest-clients.ts'
import { type Engine, type EngineName, engineNames, engineTitles } from './engines/engine.ts'
import { requestsMeanwhile, type Fault, type Scene } from './faults/fault.ts'
import { Supervisor } from './supervisor.ts'
import { openPostgres } from './engines/postgres.ts'
import { openSqlite } from './engines/sqlite.ts'
import { FaultError } from './fault-error.ts'

/** What was found, as `--json` prints it. */
export interface Results {
  readonly rows: readonly Row[]
  readonly notTried: readonly NotTried[]
}

/** A fault that was left out, and why. */
export interface NotTried {
  readonly fault: string
  readonly engine: EngineName
  readonly reason: string
}

/** What to try. */
export interface Run {
  readonly faults: readonly Fault[]
  readonly engines?: readonly EngineName[]
  readonly times: number
  readonly onProgress?: (step: string) => void
}

/** Resolves once all were tried. A fault that could not be tried is in `notTried`, and has no row. */
export async function runFaults(run: Run): Promise<Results> {
  const { faults, engines = engineNames, times, onProgress = () => {} } = run
  const rows: Row[] = []
  const notTried: NotTried[] = []
  for (const fault of faults) {
    for (const engine of (fault.engines ?? engineNames).filter((each) => engines.includes(each))) {
      const onTime = (time: number): void =>
        onProgress(`${fault.title}, ${engineTitles[engine]}: ${time + 1} of ${times}`)
      onTime(0)
      const result = await attempt({ fault, engine, times, isTimed: true, onTime })
      rows.push(...result.rows)
      notTried.push(...result.notTried)
    }
  }
  return { rows, notTried }
}

/** Tries one fault over one engine: resolves to its row, or to why there is none. */
export async function attempt(trial: Trial): Promise<Results> {
  const { fault, engine } = trial
  try {
    const needs = fault.needs ?? {}
    const opened = await (engine === 'sqlite' ? openSqlite : openPostgres)(needs)
    return { rows: [await tryFault(trial, opened)], notTried: [] }
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    return { rows: [], notTried: [{ fault: fault.name, engine, reason: error.message }] }
  }
}

/** How to try a fault. */
export interface Trial {
  readonly fault: Fault
  readonly engine: EngineName
  readonly times: number
  /**
   * Whether a promise is broken if all are well later than the bound, or if the database is too slow for a response
   * (503) although nothing was done to it. A machine busy with other work causes both.
   */
  readonly isTimed: boolean
  readonly onTime: (time: number) => void
}

/** One fault over one engine. Durations are in milliseconds. */
export interface Row {
  readonly fault: string
  readonly engine: EngineName
  readonly times: number
  /** How often clients saw each outcome, from the beginning of each fault until all were well. */
  readonly saw: Readonly<Record<string, number>>
  /** From when the cause was gone until all clients were well. */
  readonly recovery: { readonly medianMs: number; readonly mostMs: number }
  readonly boundMs: number
  /** The longest wait for a right response. */
  readonly slowestMs: number
  /** How many requests the clients sent; every response was checked. */
  readonly requests: number
  readonly changes: { readonly acknowledged: number; readonly refused: Readonly<Record<string, number>> }
  /** How often the supervisor started the service again. */
  readonly restarts: number
  /** Broken promises, as sentences. */
  readonly broken: readonly string[]
}

/** Takes over the engine. Rejects with a `FaultError` if the fault can't be made, or clients never are well again. */
export async function tryFault(trial: Trial, engine: Engine): Promise<Row> {
  const { fault, times, onTime } = trial
  await using stack = new AsyncDisposableStack()
  stack.use(engine)
  const world = await makeFaultWorld(engine.database, fault.needs?.longLists === true)
  const database = await engine.serve()
  const service = stack.use(await Supervisor.start(database, fault.run?.(engine)))
  const operator = stack.use(await Operator.start(world, seed))
  const clients = new HonestClients(service.port, world, trial.isTimed ? [] : ['503'])
  try {
    for (let time = 0; time < times; time += 1) {
      onTime(time)
      const scene: Scene = { engine, world, service, clients, operator, time }
      await fault.prepare?.(scene)
      await clients.untilRequests(requestsMeanwhile)
      clients.beginRound(fault.mayShow ?? [])
      const since = await fault.inject(scene)
      await clients.endRound(since ?? performance.now())
    }
    await clients.untilRequests(requestsMeanwhile)
  } finally {
    await clients[Symbol.asyncDispose]()
  }
  return toRow(trial, { service, operator, clients }, await operator.finish())
}

const seed = 20_261_122

function toRow(
  { fault, engine, times, isTimed }: Trial,
  { service, operator, clients }: Pick<Scene, 'service' | 'operator' | 'clients'>,
  lost: readonly string[],
): Row {
  const { boundMs = 10_000, endsService, withinMs = Infinity } = fault
  const recovery = summarize(clients.recoveriesMs)
  const due = endsService === true ? times : 0
  return {
    fault: fault.name,
    engine,
    times,
    saw: Object.fromEntries(clients.saw),
    recovery,
    boundMs,
    slowestMs: Math.round(clients.slowestMs),
    requests: clients.requests,
    changes: { acknowledged: operator.acknowledged, refused: Object.fromEntries(operator.refusals) },
    restarts: service.restarts,
    broken: [
      ...count(clients.wrong, 'Wrong answer'),
      ...count(clients.unexplained, 'A client saw what nothing explains'),
      ...count(lost, 'Not as acknowledged'),
      ...(service.restarts === due
        ? []
        : [`The service was started again ${service.restarts} times, not ${due}.`]),
      ...(isTimed && recovery.mostMs > boundMs
        ? [`It took ${recovery.mostMs} ms until all were well; the bound is ${boundMs} ms.`]
        : []),
      ...(isTimed && clients.longestMs > withinMs
        ? [`A request took ${Math.round(clients.longestMs)} ms; the bound is ${withinMs} ms.`]
        : []),
    ],
  }
}

/** Lists each sentence once, with how often it occurs. */
function count(sentences: readonly string[], what: string): string[] {
  const groups = Map.groupBy(sentences, (sentence) => sentence)
  return [...groups].map(
    ([sentence, { length }]) => `${what}: ${sentence}${length > 1 ? ` (${length} times)` : ''}.`,
  )
}

/** The median (of two middle values the higher) and the maximum. */
function summarize(values: readonly number[]): Row['recovery'] {
  const sorted = values.map((value) => Math.round(value)).toSorted((a, b) => a - b)
  return { medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0, mostMs: sorted.at(-1) ?? 0 }
}
