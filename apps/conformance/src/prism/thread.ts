/** A worker thread that carries out commands and replies to each one; it is restarted when it has ended. */
import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'

/** What the thread is to do: the name of one of its functions, and the argument for it. It gets a list of these. */
export interface Command {
  readonly id: number
  readonly name: string
  readonly argument: unknown
}

/** The outcome of the command with this id. The thread sends lists of these. */
export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }

/** How long a command waits for others. */
const gatheringMs = 5

export class Thread {
  readonly #program: URL
  #worker: Worker | undefined
  #count = 0
  /** Those of a few milliseconds are sent together: each message takes processor time from the judges. */
  #commands: Command[] = []
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()

  constructor(program: URL) {
    this.#program = program
  }

  /**
   * Resolves to what the function returns; the caller knows its type. Rejects when the function throws, or the thread
   * ends before it replies. The thread stays, but does not keep the process alive.
   */
  async run<Result>(name: string, argument: unknown): Promise<Result> {
    this.#count += 1
    const id = this.#count
    const replied = Promise.withResolvers<unknown>()
    this.#waiting.set(id, replied)
    this.#worker ??= this.#start()
    this.#worker.ref()
    if (this.#commands.push({ id, name, argument }) === 1) setTimeout(() => this.#send(), gatheringMs)
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both sides are one program
      return (await replied.promise) as Result
    } finally {
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#worker?.unref()
    }
  }

  #send(): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker?.postMessage(this.#commands.splice(0))
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { workerData: getCompileCacheDir() })
    worker.on('message', (replies: readonly Reply[]) => {
      for (const reply of replies) {
        const replied = this.#waiting.get(reply.id)
        if ('error' in reply) replied?.reject(new Error(reply.error))
        else replied?.resolve(reply.result)
      }
    })
    const end = (error: unknown): void => {
      // A thread that failed exits afterwards: any commands waiting by then belong to the next thread.
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#commands = []
      for (const replied of this.#waiting.values()) replied.reject(error)
    }
    worker.once('error', end)
    worker.once('exit', () => end(new Error('The thread of Prism ended before it replied.')))
    return worker
  }
}

/** One thread for all: Prism takes long to load, and a request that it did not foresee ends a process. */
export const prismThread = new Thread(new URL('thread-program.ts', import.meta.url))
