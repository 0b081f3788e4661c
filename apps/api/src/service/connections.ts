/** The open connections of a server, and the requests that are not answered yet on each. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A request and the answer to it. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

export class Connections {
  /** In the order in which the requests came, which is the order of the answers. */
  readonly #exchanges = new Map<Socket, Exchange[]>()
  #closing = false

  add(socket: Socket): void {
    this.#exchanges.set(socket, [])
    socket.once('close', () => {
      const waiting = this.#exchanges.get(socket) ?? []
      this.#exchanges.delete(socket)
      // Node closes the answer that was being sent, and forgets those that wait behind it.
      for (const { res } of waiting) {
        if (res.socket === null) res.emit('close')
      }
    })
  }

  begin(exchange: Exchange): void {
    const exchanges = this.#exchanges.get(exchange.req.socket)
    if (exchanges === undefined) return
    exchanges.push(exchange)
    exchange.res.shouldKeepAlive &&= !this.#closing
    exchange.res.once('close', () => {
      if (exchanges[0] === exchange) exchanges.shift()
    })
  }

  /** The request whose answer is being sent, or is next. */
  currentExchange(socket: Socket): Exchange | undefined {
    return this.#exchanges.get(socket)?.[0]
  }

  /** The request that came last, as long as it is not answered. When it is, all are. */
  lastExchange(socket: Socket): Exchange | undefined {
    return this.#exchanges.get(socket)?.at(-1)
  }

  /** From now on every answer whose head is not out yet says `Connection: close`. */
  announceClose(): void {
    this.#closing = true
    for (const { res } of [...this.#exchanges.values()].flat()) res.shouldKeepAlive &&= res.headersSent
  }

  /** Closes connections that never sent anything. To Node they are not idle: they wait for a first request. */
  closeSilent(): void {
    for (const socket of this.#exchanges.keys()) {
      if (socket.bytesRead === 0) socket.destroy()
    }
  }

  closeAll(): void {
    for (const socket of this.#exchanges.keys()) socket.destroy()
  }
}
