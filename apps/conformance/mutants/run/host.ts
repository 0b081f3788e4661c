/** A process that serves one mutant at a time: a judge that is busy must not slow it down, nor it the judge. */
import { openPool, runIn } from './pool.ts'

/** Serves mutants from a process of its own. One that a mutant breaks is replaced for the next one. */
export class MutantHost {
  readonly #pool = openPool(new URL('host-worker.ts', import.meta.url).href, 1)

  /** Resolves to the address. Rejects when the mutant can't be started, or the process ends. */
  start(mutant: string): Promise<string> {
    return runIn(this.#pool, 'serve', mutant)
  }

  /** Resolves when nothing listens any more. */
  stop(): Promise<void> {
    return runIn(this.#pool, 'stop')
  }
}
