/** A worker thread that carries out commands and replies to each; it is started again when it has ended. */
import { Worker } from 'node:worker_threads'

/** To open a server, a proxy where there is an upstream, or to close the one at this address. */
export type Command =
  | { readonly id: number; readonly upstream: string | undefined }
  | { readonly id: number; readonly close: string }

/** What came of the command with this number. */
export type Reply =
  | { readonly id: number; readonly url: string }
  | { readonly id: number; readonly error: string }

export class Thread {
  readonly #program: URL
  #worker: Worker | undefined
  #commands = 0
  readonly #waiting = new Map<number, PromiseWithResolvers<string>>()

  constructor(program: URL) {
    this.#program = program
  }

  /**
   * Resolves to the address of the server. Rejects when that can't be had, or the thread ends before it replies. The
   * thread stays, but keeps no process alive.
   */
  async run(toCommand: (id: number) => Command): Promise<string> {
    this.#commands += 1
    const id = this.#commands
    const replied = Promise.withResolvers<string>()
    this.#waiting.set(id, replied)
    this.#worker ??= this.#start()
    this.#worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage(toCommand(id))
    try {
      return await replied.promise
    } finally {
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#worker?.unref()
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#program)
    worker.on('message', (reply: Reply) => {
      const replied = this.#waiting.get(reply.id)
      if ('url' in reply) replied?.resolve(reply.url)
      else replied?.reject(new Error(reply.error))
    })
    const end = (error: unknown): void => {
      this.#worker = undefined
      for (const replied of this.#waiting.values()) replied.reject(error)
    }
    worker.once('error', end)
    worker.once('exit', () => end(new Error('The thread of Prism ended before it replied.')))
    return worker
  }
}
