/** The open connections of a server, and the answers that are not out yet on each. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export class Connections {
  /** In the order in which the requests came. */
  readonly #answers = new Map<Socket, ServerResponse[]>()
  #closing = false

  add(socket: Socket): void {
    this.#answers.set(socket, [])
    socket.once('close', () => {
      const waiting = this.#answers.get(socket) ?? []
      this.#answers.delete(socket)
      // Node closes the answer that was being sent, and forgets those that wait behind it.
      for (const res of waiting) {
        if (res.socket === null) res.emit('close')
      }
    })
  }

  begin(res: ServerResponse): void {
    const answers = this.#answers.get(res.req.socket)
    if (answers === undefined) return
    answers.push(res)
    res.shouldKeepAlive &&= !this.#closing
    res.once('close', () => {
      if (answers[0] === res) answers.shift()
    })
  }

  /** The answer that is being sent, or is next. */
  current(socket: Socket): ServerResponse | undefined {
    return this.#answers.get(socket)?.[0]
  }

  /** The answer to the request that came last, as long as it is not out. When it is, all are. */
  last(socket: Socket): ServerResponse | undefined {
    return this.#answers.get(socket)?.at(-1)
  }

  /** From now on every answer whose head is not out yet says `Connection: close`. */
  announceClose(): void {
    this.#closing = true
    for (const res of [...this.#answers.values()].flat()) res.shouldKeepAlive &&= res.headersSent
  }

  /** Closes connections that never sent anything. To Node they are not idle: they wait for a first request. */
  closeSilent(): void {
    for (const socket of this.#answers.keys()) {
      if (socket.bytesRead === 0) socket.destroy()
    }
  }

  closeAll(): void {
    for (const socket of this.#answers.keys()) socket.destroy()
  }
}
