/** The open connections of a server, and the answers that are not out yet on each. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export class Connections {
  /** In the order in which the requests came. */
  readonly #responses = new Map<Socket, ServerResponse[]>()
  #closing = false

  add(socket: Socket): void {
    this.#responses.set(socket, [])
    socket.once('close', () => {
      const waiting = this.#responses.get(socket) ?? []
      this.#responses.delete(socket)
      // Node closes the answer that was being sent, and forgets those that wait behind it.
      for (const res of waiting) {
        if (res.socket === null) res.emit('close')
      }
    })
  }

  begin(res: ServerResponse): void {
    const responses = this.#responses.get(res.req.socket)
    if (responses === undefined) return
    responses.push(res)
    res.shouldKeepAlive &&= !this.#closing
    res.once('close', () => {
      if (responses[0] === res) responses.shift()
    })
  }

  /** The answer that is being sent, or is next. */
  current(socket: Socket): ServerResponse | undefined {
    return this.#responses.get(socket)?.[0]
  }

  /** The answer to the request that came last, as long as it is not out. When it is, all are. */
  last(socket: Socket): ServerResponse | undefined {
    return this.#responses.get(socket)?.at(-1)
  }

  /** From now on every answer whose head is not out yet says `Connection: close`. */
  announceClose(): void {
    this.#closing = true
    for (const res of [...this.#responses.values()].flat()) res.shouldKeepAlive &&= res.headersSent
  }

  /** Closes connections that never sent anything. To Node they are not idle: they wait for a first request. */
  closeSilent(): void {
    for (const socket of this.#responses.keys()) {
      if (socket.bytesRead === 0) socket.destroy()
    }
  }

  closeAll(): void {
    for (const socket of this.#responses.keys()) socket.destroy()
  }
}
