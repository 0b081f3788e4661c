/** Measures everything about short requests: all contenders run side by side, and are first compared. */
import { compareAnswers } from '../compare-answers.ts'
import type { Config } from '../config.ts'
import { type Contender, type RunningContender, startContender } from '../contenders.ts'
import { startLoadGenerator } from '../load/load-generator.ts'
import { loads } from '../load/loads.ts'
import { startWriter } from '../load/writer.ts'
import type { Cores } from '../processes/cores.ts'
import { type Results, summarizeRuns } from '../results.ts'
import { fetchTags } from './fetch-tags.ts'
import { choosePlainRate, measurePlainLoad } from './measure-plain-load.ts'
import { measureSaturation } from './measure-saturation.ts'

/** Rejects with a `BenchError` when the contenders answer differently, or a request fails. */
export async function measureRequests(
  config: Config,
  contenders: readonly Contender[],
  cores: Cores,
  onProgress: (step: string) => void,
): Promise<Pick<Results, 'loads' | 'plainLoad'>> {
  onProgress('starting the contenders')
  await using started = new AsyncDisposableStack()
  const running: RunningContender[] = []
  for (const contender of contenders) {
    const one = await startContender(contender, cores)
    started.use(one.program)
    running.push(one)
  }
  onProgress('comparing their answers')
  await compareAnswers(running, config)
  const generator = started.use(startLoadGenerator(cores))
  const writer = started.use(startWriter(cores))
  const context = { generator, writer, tags: await fetchTags(running), strangersUsed: new Map(), onProgress }
  const runs = await measureSaturation(config, running, context)
  const perSecond = choosePlainRate(runs)
  const plainRuns = await measurePlainLoad(config, perSecond, running, context)
  return {
    loads: loads.map(({ name, title }) => ({
      name,
      title,
      rows: summarizeRuns(runs.filter(({ load }) => load === name)),
    })),
    plainLoad: { perSecond, rows: summarizeRuns(plainRuns) },
  }
}
