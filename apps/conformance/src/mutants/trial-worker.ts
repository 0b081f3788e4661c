/** A process that tries mutants: one trial after the other, as its parent sends them. */
import process from 'node:process'
import type { Judge } from '../court/judge.ts'
import { MutantHost } from './mutant-host.ts'
import type { Trial } from './trial.ts'
import { tryMutant } from './try-mutant.ts'

/** What a module of judges exports. */
interface JudgesModule {
  readonly makeJudges: () => Promise<readonly Judge[]>
}

const host = new MutantHost()
const interrupt = new AbortController()
let judges: Promise<readonly Judge[]> | undefined
let work: Promise<void> = Promise.resolve()

process.on('message', (trial: Trial) => {
  work = perform(trial)
})

// The parent is gone, or wants us to end: judges are told to stop, so that their tools end with them.
process.once('disconnect', () => {
  interrupt.abort()
  void work.finally(() => process.exit())
})
// The terminal sends it to parent and children alike; the parent tells us what to do.
process.on('SIGINT', () => {})

async function perform(trial: Trial): Promise<void> {
  judges ??= load(trial.judges)
  const result = await judges
    .then((loaded) => loaded.filter(({ name }) => trial.judge === undefined || name === trial.judge))
    .then((chosen) => tryMutant(trial, { host, judges: chosen, signal: interrupt.signal }))
    .catch((error: unknown) => ({
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }))
  if (process.connected) {
    process.send?.(result)
  }
}

async function load(module: string): Promise<readonly Judge[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever names a module answers for what it exports
  const { makeJudges } = (await import(module)) as JudgesModule
  return makeJudges()
}
