/** Many clients that request a list at once. */
import { connect, type Socket } from 'node:net'

/** Readers who read as fast as they can, and forget what they read. */
export class Crowd implements Disposable {
  received = 0
  readonly #sockets: readonly Socket[]
  #goal = 0
  #reached = (): void => {}

  constructor(port: number, bytes: string, readers: number) {
    this.#sockets = Array.from({ length: readers }, () => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.write(bytes)
      socket.on('error', () => {})
      socket.on('data', ({ length }) => {
        this.received += length
        if (this.received > this.#goal) this.#reached()
      })
      return socket
    })
  }

  /** Resolves when all clients together have received that many more bytes. */
  async advance(bytes: number): Promise<void> {
    this.#goal = this.received + bytes
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#reached = resolve
    await promise
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
