/** Serves mutants from a thread of its own: a judge that is busy must not slow them down, nor they it. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What the thread is told: the name of a mutant to start, or nothing to stop the one that runs. */
export interface HostOrder {
  readonly start?: string
}

/** One server at a time. */
export class MutantHost {
  #thread: Worker | undefined

  /** Resolves to the address. Rejects when the mutant can't be started. */
  async start(mutant: string): Promise<string> {
    const url = await this.#tell({ start: mutant })
    if (typeof url !== 'string') {
      throw new TypeError(`The mutant ${mutant} did not start.`)
    }
    return url
  }

  /** Resolves when nothing listens any more. */
  async stop(): Promise<void> {
    await this.#tell({})
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  async #tell(order: HostOrder): Promise<unknown> {
    this.#thread ??= this.#hire()
    const answered: Promise<unknown[]> = once(this.#thread, 'message')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#thread.postMessage(order)
    return (await answered)[0]
  }

  /** A thread that fails is replaced when the next server is to be started. */
  #hire(): Worker {
    const thread = new Worker(new URL('host-thread.ts', import.meta.url))
    thread.unref()
    thread.once('error', () => {
      this.#thread = undefined
    })
    return thread
  }
}
