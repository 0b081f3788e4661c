/** Callers who request a long list and read it a little at a time. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** How many bytes each reader takes, and how often. */
const [bytes, everyMs] = [512, 250]

/** They read until they are disposed of: then every other reader hangs up, and the rest reset the connection. */
export class SlowReaders implements Disposable {
  readonly #sockets: readonly Socket[]
  readonly #timer: NodeJS.Timeout

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets
    this.#timer = setInterval(() => {
      for (const socket of sockets) socket.read(bytes)
    }, everyMs)
  }

  /** Resolves once each reader has the beginning of a list. */
  static async start(port: number, tokens: readonly string[], count: number): Promise<SlowReaders> {
    const sockets = Array.from({ length: count }, () =>
      connect({ port, host: '127.0.0.1' }).on('error', () => {}),
    )
    const begun = sockets.map(async (socket, index) => {
      socket.write(
        `GET /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokens[index % tokens.length]}\r\n\r\n`,
      )
      await once(socket, 'readable')
    })
    await Promise.all(begun)
    return new SlowReaders(sockets)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    for (const [index, socket] of this.#sockets.entries()) {
      if (index % 2 === 0) socket.destroy()
      else socket.resetAndDestroy()
    }
  }
}
