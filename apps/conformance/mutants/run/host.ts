/** A thread that serves one mutant at a time: a judge that is busy must not slow it down, nor it the judge. */
import { Tinypool } from 'tinypool'
import { mutantById } from '../catalogue.ts'
import type { Running } from '../server/serve.ts'
import { startMutant } from '../server/start.ts'
import { runIn } from './run-in.ts'

/** Serves mutants from a thread of its own. A thread that a mutant breaks is replaced for the next one. */
export class MutantHost {
  readonly #pool = new Tinypool({
    filename: import.meta.url,
    minThreads: 1,
    maxThreads: 1,
    // Otherwise the thread would stand still between tasks, and the server in it.
    useAtomics: false,
  })

  constructor() {
    // The judges see that the server is gone: that is what they are for.
    this.#pool.on('error', () => {})
  }

  /** Resolves to the address. Rejects when the mutant can't be started, or the thread ends. */
  start(mutant: string): Promise<string> {
    return runIn(this.#pool, mutant, { name: 'serve' })
  }

  /** Resolves when nothing listens any more. */
  stop(): Promise<void> {
    return runIn(this.#pool, undefined, { name: 'stop' })
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#pool.destroy()
  }
}

let running: Running | undefined

/** In the thread. Resolves to the address. */
export async function serve(mutant: string): Promise<string> {
  await stop()
  running = await startMutant(mutantById(mutant))
  return running.url
}

/** In the thread. */
export async function stop(): Promise<void> {
  await running?.close()
  running = undefined
}
