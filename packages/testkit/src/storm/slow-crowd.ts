/** Many connections that do a little now and then: read or write a few bytes. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What each of them sends first, and what it does every so many milliseconds. */
interface Slowness {
  readonly first: (index: number) => string
  readonly everyMs: number
  readonly act: (socket: Socket) => void
}

/** They go on until they are disposed of: then every other one hangs up, and the rest reset the connection. */
export class SlowCrowd implements Disposable {
  readonly #sockets: readonly Socket[]
  readonly #timer: NodeJS.Timeout

  constructor(port: number, count: number, { first, everyMs, act }: Slowness) {
    this.#sockets = Array.from({ length: count }, (_, index) => {
      const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
      socket.write(first(index))
      return socket
    })
    this.#timer = setInterval(() => {
      for (const socket of this.#sockets) act(socket)
    }, everyMs)
  }

  /** Resolves once each has the beginning of a response. */
  async untilAnswered(): Promise<void> {
    await Promise.all(this.#sockets.map((socket) => once(socket, 'readable')))
  }

  /** Reads all responses. Resolves to them once all connections have ended. */
  readAll(): Promise<readonly string[]> {
    return Promise.all(
      this.#sockets.map(async (socket) => {
        let text = ''
        socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')))
        if (!socket.closed) await once(socket, 'close')
        return text
      }),
    )
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    for (const [index, socket] of this.#sockets.entries()) {
      if (index % 2 === 0) socket.destroy()
      else socket.resetAndDestroy()
    }
  }
}
