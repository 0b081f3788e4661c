/** A thread that carries out orders and answers each; it is started again when it has ended. */
import { Worker } from 'node:worker_threads'

/** What the thread is told: to open a server, a proxy where there is an upstream, or to close the one at this address. */
export type PrismOrder =
  | { readonly id: number; readonly upstream: string | undefined }
  | { readonly id: number; readonly close: string }

/** What came of the order with this number. */
export type PrismAnswer =
  | { readonly id: number; readonly url: string }
  | { readonly id: number; readonly fault: string }

export class Thread {
  readonly #program: URL
  #worker: Worker | undefined
  #orders = 0
  readonly #waiting = new Map<number, PromiseWithResolvers<string>>()

  constructor(program: URL) {
    this.#program = program
  }

  /**
   * Resolves to the address of the server. Rejects when that can't be had, or the thread ends before it answers. The
   * thread stays, but keeps no process alive.
   */
  async tell(toOrder: (id: number) => PrismOrder): Promise<string> {
    this.#orders += 1
    const id = this.#orders
    const answered = Promise.withResolvers<string>()
    this.#waiting.set(id, answered)
    this.#worker ??= this.#hire()
    this.#worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage(toOrder(id))
    try {
      return await answered.promise
    } finally {
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#worker?.unref()
    }
  }

  #hire(): Worker {
    const hired = new Worker(this.#program)
    hired.on('message', (answer: PrismAnswer) => {
      const answered = this.#waiting.get(answer.id)
      if ('url' in answer) answered?.resolve(answer.url)
      else answered?.reject(new Error(answer.fault))
    })
    const end = (fault: unknown): void => {
      this.#worker = undefined
      for (const answered of this.#waiting.values()) answered.reject(fault)
    }
    hired.once('error', end)
    hired.once('exit', () => end(new Error('The thread of Prism ended before it answered.')))
    return hired
  }
}
