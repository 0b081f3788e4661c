/** What is under way on each connection of a server. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A request and the answer to it. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** The connections that are open, and the last exchange that was begun and not yet ended on each. */
export class Connections {
  readonly #open = new Set<Socket>()
  readonly #exchanges = new Map<Duplex, Exchange>()
  #closing = false

  add(socket: Socket): void {
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
  }

  begin(exchange: Exchange): void {
    const { socket } = exchange.req
    this.#exchanges.set(socket, exchange)
    exchange.res.shouldKeepAlive &&= !this.#closing
    exchange.res.once('close', () => {
      if (this.#exchanges.get(socket) === exchange) {
        this.#exchanges.delete(socket)
      }
    })
  }

  /** Requests are answered in order: when the last one is, all are. */
  lastExchange(socket: Duplex): Exchange | undefined {
    return this.#exchanges.get(socket)
  }

  /** From now on every answer whose head is not out yet says `Connection: close`. */
  announceClose(): void {
    this.#closing = true
    for (const { res } of this.#exchanges.values()) {
      res.shouldKeepAlive &&= res.headersSent
    }
  }

  /** Closes connections that never sent anything. To Node they are not idle: they wait for a first request. */
  closeSilent(): void {
    for (const socket of this.#open) {
      if (socket.bytesRead === 0) {
        socket.destroy()
      }
    }
  }
}
