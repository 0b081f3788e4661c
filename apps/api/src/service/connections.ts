/** The open connections of a server, and the answers not yet sent on each. */
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
      // Node closes the answer that was being sent, but not those that wait behind it.
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

  /** The answer that is being sent, or will be next. */
  current(socket: Socket): ServerResponse | undefined {
    return this.#responses.get(socket)?.[0]
  }

  /** The answer to the latest request, until it has been sent. By then all have been. */
  last(socket: Socket): ServerResponse | undefined {
    return this.#responses.get(socket)?.at(-1)
  }

  /** From now on every answer whose header has not been sent yet says `Connection: close`. */
  announceClose(): void {
    this.#closing = true
    for (const res of [...this.#responses.values()].flat()) res.shouldKeepAlive &&= res.headersSent
  }

  /** Closes connections that never sent anything. Node does not count them as idle: they wait for a first request. */
  closeSilent(): void {
    for (const socket of this.#responses.keys()) {
      if (socket.bytesRead === 0) socket.destroy()
    }
  }

  closeAll(): void {
    for (const socket of this.#responses.keys()) socket.destroy()
  }
}
