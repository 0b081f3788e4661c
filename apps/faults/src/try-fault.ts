/** Makes one fault over one engine many times, for one row of the table. */
import { Operator } from './access/operator.ts'
import { makeFaultWorld } from './access/world.ts'
import { HonestClients } from './clients/honest-clients.ts'
import type { Engine, EngineName } from './engines/engine.ts'
import { requestsMeanwhile, type Fault, type Scene } from './faults/fault.ts'
import { Supervisor } from './supervisor.ts'

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
      clients.beginRound(fault.mayShow)
      await clients.endRound(await fault.inject(scene))
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
  const { boundMs, endsService, withinMs = Infinity } = fault
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
