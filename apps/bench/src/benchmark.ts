/** Runs the whole benchmark, in order. */
import type { Config } from './config.ts'
import { type Candidate, listContenders } from './contenders.ts'
import { describeMachine } from './machine.ts'
import { measureLists } from './measure/measure-lists.ts'
import { measureRequests } from './measure/measure-requests.ts'
import { findCores } from './processes/cores.ts'
import type { Results, VersionResult } from './results.ts'
import { checkOut } from './versions/check-out.ts'
import { currentVersion, type Version } from './versions/version.ts'
import { findWorld, type WorldOptions } from './world/find-world.ts'

interface BenchmarkOptions extends WorldOptions {
  /** The commit to compare with. */
  readonly before: string | undefined
}

/** Measures everything. Rejects with a `BenchError` when the figures would mean nothing; nothing is left running. */
export async function runBenchmark(config: Config, options: BenchmarkOptions): Promise<Results> {
  const { onProgress } = options
  const cores = findCores()
  onProgress('checking out the version before')
  using earlier = options.before === undefined ? undefined : await checkOut(options.before)
  await using databases = new AsyncDisposableStack()
  const current = await prepare('current', await currentVersion(), config, options)
  databases.use(current.world.databases)
  const before = earlier && (await prepare('before', earlier, config, options))
  databases.use(before?.world.databases)
  const contenders = listContenders(current, before)
  const began = performance.now()
  const measured = await measureRequests(config, contenders, cores, onProgress)
  const lists = await measureLists(config, contenders, cores, onProgress)
  return {
    machine: describeMachine(cores.pinned),
    config,
    versions: [
      describeVersion('Plant Store', current),
      ...(before === undefined ? [] : [describeVersion('before', before)]),
    ],
    contenders: contenders.map(({ name, does }) => ({ name, does })),
    ...measured,
    ...lists,
    seconds: (performance.now() - began) / 1000,
  }
}

async function prepare(
  name: 'current' | 'before',
  version: Version,
  config: Config,
  options: WorldOptions,
): Promise<Candidate> {
  return { version, world: await findWorld({ name, version }, config, options) }
}

function describeVersion(name: VersionResult['name'], { version, world }: Candidate): VersionResult {
  const { commit, isChanged } = version
  const { madeAt, seconds, kept, imports } = world
  return { name, commit, isChanged, world: { madeAt, seconds, kept }, imports }
}
