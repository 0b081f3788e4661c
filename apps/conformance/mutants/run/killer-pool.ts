/** Processes that ask mutants what caught them the last time. */
import { availableParallelism } from 'node:os'
import type { Killer } from './killers.ts'
import { closePool, openPool, runIn } from './pool.ts'

/** Most of the time passes in waiting for answers that don't come. */
const tasksPerProcess = 8

/** How a mutant was caught. */
export type Caught = 'by its killer' | 'by the whole judge' | undefined

/** Dispose of it: then its processes have ended. */
interface KillerPool extends AsyncDisposable {
  /** Rejects on faults of the harness, and when a process ends. */
  readonly ask: (mutant: string) => Promise<Caught>
  /** Resolves to the finding in words; to undefined where there is none. */
  readonly askCorrect: (mutant: string) => Promise<string | undefined>
  /** Resolves to undefined where nothing short of the whole judge catches it. */
  readonly learn: (mutant: string, known: Killer | undefined) => Promise<Killer | undefined>
}

export function openKillerPool(): KillerPool {
  const worker = new URL('killer-worker.ts', import.meta.url).href
  const pool = openPool(worker, availableParallelism(), tasksPerProcess)
  return {
    ask: (mutant) => runIn(pool, 'ask', mutant),
    askCorrect: (mutant) => runIn(pool, 'askCorrect', mutant),
    learn: (mutant, known) => runIn(pool, 'learn', { mutant, known }),
    [Symbol.asyncDispose]: () => closePool(pool),
  }
}
