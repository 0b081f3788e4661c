/** The whole benchmark, in order. */
import { contenders, plantStore, type Runner, startContender } from './contenders.ts'
import { type Cores, findCores } from './cores.ts'
import { describeMachine, type Figures, summarizeLoads } from './figures.ts'
import { startLoadGenerator } from './load.ts'
import { listLoads } from './loads.ts'
import { measureLongQuery } from './measure-long-query.ts'
import { measureSlowReader } from './measure-slow-reader.ts'
import { measureThroughput } from './measure-throughput.ts'
import { type Plan, slowReaderSeconds } from './plan.ts'
import { verifyContenders } from './verify.ts'
import { findWorld, type World, type WorldOptions } from './world.ts'
import { startWriter } from './writer.ts'

/** Measures everything. Rejects with a `BenchFailure` when the figures would mean nothing; nothing is left running. */
export async function runBenchmark(plan: Plan, options: WorldOptions): Promise<Figures> {
  const { tell } = options
  const cores = findCores()
  const world = await findWorld(plan, options)
  const began = performance.now()
  const served = await measureService(plan, world, cores, tell)
  tell('a slow reader')
  const slowReader = await measureMemory(plan, world, cores)
  return {
    machine: describeMachine(cores.pinned),
    plan,
    world: { madeAt: world.madeAt, seconds: world.seconds, kept: world.kept },
    imports: world.imports,
    ...served,
    slowReader,
    seconds: (performance.now() - began) / 1000,
  }
}

async function measureService(
  plan: Plan,
  world: World,
  cores: Cores,
  tell: (doing: string) => void,
): Promise<Pick<Figures, 'loads' | 'longQueries'>> {
  tell('starting the contenders')
  await using started = new AsyncDisposableStack()
  const runners: Runner[] = []
  for (const contender of contenders) {
    const runner = await startContender(contender, world.database, cores)
    started.use(runner.program)
    runners.push(runner)
  }
  tell('comparing their answers')
  await verifyContenders(runners, { ...world, plantsPerUser: plan.plantsPerUser })
  const generator = started.use(startLoadGenerator(cores))
  const writer = started.use(startWriter(cores))
  const loads = listLoads(world)
  const runs = await measureThroughput(plan, loads, runners, {
    database: world.database,
    generator,
    writer,
    tell,
  })
  tell('long queries')
  const service = runners.find(({ contender }) => contender === plantStore)
  const longQueries =
    service === undefined
      ? []
      : await measureLongQuery(service.program, generator, world.everything, plan.seconds / 2)
  return { loads: summarizeLoads(loads, contenders, runs), longQueries }
}

/** On a service that has done nothing else: its memory is what the reader makes of it. */
async function measureMemory(plan: Plan, world: World, cores: Cores): Promise<Figures['slowReader']> {
  await using program = (await startContender(plantStore, world.database, cores)).program
  return await measureSlowReader(program, world.everything, plan.plants, slowReaderSeconds(plan))
}
