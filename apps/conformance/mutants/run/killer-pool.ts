/** Threads that ask mutants what caught them the last time. */
import { Tinypool } from 'tinypool'
import type { Killer } from './killers.ts'
import { runIn } from './run-in.ts'

/** Most of the time passes in waiting for answers that don't come. */
const tasksPerThread = 8

/** How a mutant was caught. */
export type Caught = 'by its killer' | 'by the whole judge' | undefined

/** Dispose of it: then its threads have ended. */
export interface KillerPool extends AsyncDisposable {
  /** Rejects on faults of the harness, and when a thread ends. */
  readonly ask: (mutant: string) => Promise<Caught>
  /** Resolves to the finding in words; to undefined where there is none. */
  readonly askCorrect: (mutant: string) => Promise<string | undefined>
  /** Resolves to undefined where nothing short of the whole judge catches it. */
  readonly learn: (mutant: string, known: Killer | undefined) => Promise<Killer | undefined>
}

export function openKillerPool(): KillerPool {
  const pool = new Tinypool({
    filename: new URL('killer-worker.ts', import.meta.url).href,
    concurrentTasksPerWorker: tasksPerThread,
    // Otherwise a thread would stand still between tasks.
    useAtomics: false,
  })
  pool.setMaxListeners(0)
  return {
    ask: (mutant) => runIn(pool, mutant, { name: 'ask' }),
    askCorrect: (mutant) => runIn(pool, mutant, { name: 'askCorrect' }),
    learn: (mutant, known) => runIn(pool, { mutant, known }, { name: 'learn' }),
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}
