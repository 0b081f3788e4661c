/** Measures everything about long lists: each contender alone, in processes of its own. */
import type { Config } from '../config.ts'
import type { Contender } from '../contenders.ts'
import { startLoadGenerator } from '../load/load-generator.ts'
import { startReaders } from '../load/readers.ts'
import type { Cores } from '../processes/cores.ts'
import type { Results } from '../results.ts'
import { measureLongLists } from './measure-long-lists.ts'
import { measureWaitingReaders, type WaitingReadersResult } from './measure-waiting-readers.ts'

/** Measures our service, its earlier version and both forms of Fastify; memory only of those that stream lists. */
export async function measureLists(
  config: Config,
  contenders: readonly Contender[],
  cores: Cores,
  onProgress: (step: string) => void,
): Promise<Pick<Results, 'longLists' | 'waitingReaders' | 'notMeasured'>> {
  await using generator = startLoadGenerator(cores)
  await using readers = startReaders(cores)
  const context = { generator, readers, cores }
  const longLists = []
  for (const contender of contenders.filter(({ name, streams }) =>
    config.engine === 'sqlite' ? streams || name === 'Fastify' : streams,
  )) {
    onProgress(`short requests beside long lists: ${contender.name}`)
    longLists.push(await measureLongLists(config, contender, context))
  }
  const waitingReaders: WaitingReadersResult[] = []
  const streaming = contenders.filter(({ streams }) => streams)
  for (const contender of streaming) {
    onProgress(`stalled readers: ${contender.name}`)
    const rounds: WaitingReadersResult[] = []
    for (let round = 1; round <= config.memoryRounds; round += 1) {
      const measured = await measureWaitingReaders(config, contender, context)
      if (measured !== undefined) rounds.push(measured)
    }
    waitingReaders.push(...middle(rounds))
  }
  return { longLists, waitingReaders, notMeasured: describeGaps(contenders, waitingReaders.length > 0) }
}

/** The round with the median memory; of an even number of rounds, the smaller of the middle two. */
function middle(rounds: readonly WaitingReadersResult[]): WaitingReadersResult[] {
  const sorted = rounds.toSorted((a, b) => a.bytesPerReader - b.bytesPerReader)
  return sorted.slice(Math.ceil(rounds.length / 2) - 1).slice(0, 1)
}

function describeGaps(contenders: readonly Contender[], hasMemory: boolean): string[] {
  return [
    ...(contenders.some(({ name }) => name === 'before')
      ? []
      : ['Another version of the service: name one with --before.']),
    ...(hasMemory
      ? [
          'The memory for stalled readers of Fastify with its defaults: it makes each of their lists in one go, which takes minutes and gigabytes.',
        ]
      : ['Processor time and memory: only Linux shows them for another process.']),
    'Koa beside long lists: it makes a list in one go, as Fastify does.',
    'TLS, real networks, more than one core.',
  ]
}
