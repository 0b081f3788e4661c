/** Runs the whole benchmark, in order. */
import { join } from 'node:path'
import { compareResponses } from './compare-responses.ts'
import { type Candidate, type Contender, listContenders, startContender } from './contenders.ts'
import { startLoadGenerator } from './load/generator.ts'
import { type MemoryResult, measureMemory } from './measure/memory.ts'
import { type LoadResults, measureRequests } from './measure/requests.ts'
import { findCores } from './processes.ts'
import { checkOut, currentVersion, scratchDirectory, type Version } from './versions.ts'
import { type Config, makeWorld } from './world.ts'

export interface Results {
  readonly config: Config
  /** Whether servers and load each ran on a core of their own. */
  readonly pinned: boolean
  readonly contenders: readonly Pick<Contender, 'name' | 'does'>[]
  readonly loads: readonly LoadResults[]
  readonly memory: readonly MemoryResult[]
}

interface RunOptions {
  /** The commit to compare with. */
  readonly before: string | undefined
  /** How many workers of the service are compared with one; then no process is pinned. */
  readonly workers: number | undefined
  readonly onProgress: (step: string) => void
}

/** Measures everything. Rejects with a `BenchError` when the figures would mean nothing; nothing is left running. */
export async function runBenchmark(
  config: Config,
  { before, workers, onProgress }: RunOptions,
): Promise<Results> {
  await using stack = new AsyncDisposableStack()
  const { path } = stack.use(await scratchDirectory())
  const candidate = async (version: Version, name: string): Promise<Candidate> => {
    onProgress(`making the database (${name})`)
    return { version, world: await makeWorld(version, config, join(path, `${name}.db`), stack) }
  }
  onProgress('checking out the version before')
  const earlier = before === undefined ? undefined : await checkOut(before, path)
  const current = await candidate(await currentVersion(), 'current')
  const other = earlier && (await candidate(earlier, 'before'))
  const contenders = listContenders(current, other, workers)
  const cores = findCores(workers !== undefined)
  const generator = stack.use(startLoadGenerator(cores))
  const loads = await measureLoads()
  const memory: MemoryResult[] = []
  for (const contender of contenders) {
    onProgress(`stalled readers: ${contender.name}`)
    memory.push(await measureMemory(config, contender, generator, cores))
  }
  const described = contenders.map(({ name, does }) => ({ name, does }))
  return { config, pinned: cores.pinned, contenders: described, loads, memory }

  async function measureLoads(): Promise<readonly LoadResults[]> {
    await using services = new AsyncDisposableStack()
    const running = []
    for (const contender of contenders) {
      const one = await startContender(contender, cores)
      services.use(one.service)
      running.push(one)
    }
    onProgress('comparing their responses')
    await compareResponses(running)
    return await measureRequests(config, running, generator, onProgress)
  }
}
