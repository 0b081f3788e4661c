/** The open connections of a server, the answers not yet sent on each, and whether their clients read them. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How slowly a client may read. */
export interface Patience {
  /** Bytes a second that a client must read on average while something waits for it. */
  readonly leastRate: number
  /** How long a client may read less. */
  readonly stallTimeoutMs: number
}

/**
 * Node sees what the kernel takes, not what leaves the machine, and the kernel takes megabytes at a time: nothing for
 * 63 s, it seemed, from a client that read 60 KB in each of them. So what the kernel took counts as being read at the
 * least rate from then on, up to this many bytes; Linux keeps 4 MiB for a client (`net.ipv4.tcp_wmem`).
 */
const kernelBufferLength = 5 * 1024 * 1024

const tooSlow = Object.assign(new Error('the client reads too slowly'), { code: 'ECONNABORTED' })

interface Connection {
  /** In the order in which the requests came. */
  readonly responses: ServerResponse[]
  /** Bytes that the kernel had taken at the last look. */
  sent: number
  /** How much longer the kernel may take nothing. */
  leftMs: number
}

export class Connections {
  readonly #open = new Map<Socket, Connection>()
  readonly #patience: Patience
  #closing = false

  constructor(patience: Patience) {
    this.#patience = patience
  }

  add(socket: Socket): void {
    const responses: ServerResponse[] = []
    this.#open.set(socket, { responses, sent: 0, leftMs: this.#patience.stallTimeoutMs })
    socket.once('close', () => {
      this.#open.delete(socket)
      // Node closes the answer that was being sent, but not those that wait behind it.
      for (const res of responses) {
        if (res.socket === null) res.emit('close')
      }
    })
  }

  begin(res: ServerResponse): void {
    const responses = this.#open.get(res.req.socket)?.responses
    if (responses === undefined) return
    responses.push(res)
    res.shouldKeepAlive &&= !this.#closing
    res.once('close', () => {
      if (responses[0] === res) responses.shift()
    })
  }

  /** The answer that is being sent, or will be next. */
  current(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.responses[0]
  }

  /** The answer to the latest request, until it has been sent. By then all have been. */
  last(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.responses.at(-1)
  }

  /** Breaks connections whose clients read too slowly. To be called every `everyMs`: a late call is blamed on nobody. */
  breakSlow(everyMs: number): void {
    const { leastRate, stallTimeoutMs } = this.#patience
    const mostMs = stallTimeoutMs + (kernelBufferLength / leastRate) * 1000
    for (const [socket, connection] of this.#open) {
      const sent = socket.bytesWritten - socket.writableLength
      const earnedMs = ((sent - connection.sent) / leastRate) * 1000
      connection.sent = sent
      connection.leftMs = Math.min(mostMs, connection.leftMs + earnedMs)
      if (socket.writableLength === 0) connection.leftMs = Math.max(connection.leftMs, stallTimeoutMs)
      else connection.leftMs -= everyMs
      if (connection.leftMs < 0) socket.destroy(tooSlow)
    }
  }

  /** From now on every answer whose header has not been sent yet says `Connection: close`. */
  announceClose(): void {
    this.#closing = true
    for (const { responses } of this.#open.values()) {
      for (const res of responses) res.shouldKeepAlive &&= res.headersSent
    }
  }

  /** Closes connections that never sent anything. Node does not count them as idle: they wait for a first request. */
  closeSilent(): void {
    for (const socket of this.#open.keys()) {
      if (socket.bytesRead === 0) socket.destroy()
    }
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }
}
