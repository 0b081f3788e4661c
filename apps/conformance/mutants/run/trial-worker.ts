/** A process that tries mutants: one trial after the other, as the pool hands them out. */
import type { Judge } from '../../src/court/judge.ts'
import { MutantHost } from './host.ts'
import { endWithParent } from './pool.ts'
import type { Trial, TrialResult } from './trial.ts'
import { tryMutant } from './try-mutant.ts'

/** What a module of judges exports. */
interface JudgesModule {
  readonly makeJudges: () => Promise<readonly Judge[]>
}

const host = new MutantHost()
const never = new AbortController().signal
let judges: Promise<readonly Judge[]> | undefined

endWithParent()

/** Resolves to what came out. Rejects on faults of the harness. */
export async function perform(trial: Trial): Promise<TrialResult> {
  judges ??= load(trial.judges)
  const all = await judges
  const chosen = all.filter(({ name }) => trial.judge === undefined || name === trial.judge)
  return tryMutant(trial, { host, judges: chosen, signal: never })
}

async function load(module: string): Promise<readonly Judge[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever names a module answers for what it exports
  const { makeJudges } = (await import(module)) as JudgesModule
  return makeJudges()
}
