/** A connection to an HTTP server on which the caller decides every byte. */
import type { Socket } from 'node:net'
import { Changes } from './changes.ts'
import type { RawResponse } from './exchange.ts'
import { isInterim } from './fields.ts'
import { type Bytes, toBytes } from './bytes.ts'
import { ResponseReader } from './parse-responses.ts'

/** How the server's side of a connection ended, or that it has not. */
export type ConnectionState = 'open' | 'closed' | 'reset'

let connections = 0

/** An open connection over a socket of any kind. Dispose of it: that ends the socket, too. */
export class RawConnection implements Disposable {
  /** Counted from 1, across all connections of this process. */
  readonly number = (connections += 1)
  /** For what this class does not do: `pause()` makes a client that doesn't read. */
  readonly socket: Socket
  /** Stands before the path of every request, such as `/api`: the root of what listens is there. */
  readonly prefix: string
  /** How long to wait for what is due where no other timeout is given. */
  readonly patienceMs: number
  readonly #carrier: Socket
  readonly #reader = new ResponseReader()
  readonly #changes = new Changes()
  #state: ConnectionState = 'open'
  #endedAt: number | undefined
  #isWriteBroken = false
  #received = 0

  /**
   * `patienceMs`: how long to wait for what is due where no other timeout is given. `carrier`: the connection of TCP,
   * where the socket is one of TLS over it.
   */
  constructor(
    socket: Socket,
    patienceMs: number,
    { carrier = socket, prefix = '' }: { readonly carrier?: Socket; readonly prefix?: string } = {},
  ) {
    this.socket = socket
    this.prefix = prefix
    this.#carrier = carrier
    this.patienceMs = patienceMs
    socket.on('data', (bytes) => {
      this.#reader.push(bytes)
      this.#changes.announce()
    })
    socket.once('end', () => {
      this.#endAs('closed')
    })
    // A reset of a connection that had already ended means nothing.
    socket.on('error', ({ syscall }: NodeJS.ErrnoException) => {
      if (this.#state === 'open') this.#isWriteBroken = syscall === 'write'
      this.#endAs('reset')
    })
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** When the server's side ended, in ms since 1970; undefined while it is open. */
  get endedAt(): number | undefined {
    return this.#endedAt
  }

  /** Whether it ended when something was sent: Node then drops what the system has received and it has not read yet. */
  get isWriteBroken(): boolean {
    return this.#isWriteBroken
  }

  /** What came and is not a response, or not yet a complete one. */
  get surplus(): Buffer {
    return this.#reader.surplus
  }

  /**
   * Writes the bytes as they are; resolves when they are on their way, and also when the server has stopped reading.
   * `methods` are those of the requests within; for a single request it is read from the bytes if left out.
   */
  send(text: Bytes, methods?: readonly string[]): Promise<void> {
    const bytes = toBytes(text)
    this.#reader.methods.push(...(methods ?? [firstWord(bytes)]))
    return new Promise((resolve) => {
      this.socket.write(bytes, () => {
        resolve()
      })
    })
  }

  /**
   * Resolves to the responses up to the `count`-th final one after those received before, interim ones included; to fewer
   * when the connection ends, goes on in another protocol, or the time is up. A response cut off by the end is among them,
   * with that fault.
   */
  async receive(count = 1, timeoutMs = this.patienceMs): Promise<readonly RawResponse[]> {
    // A caller that waits has nothing more to send in the same piece.
    this.socket.uncork()
    const isOver = (): boolean => this.#state !== 'open' || this.#reader.isSwitched
    await this.#changes.until(() => this.#position(count) !== undefined || isOver(), timeoutMs)
    const first = this.#received
    this.#received = this.#position(count) ?? this.#reader.responses.length
    return this.#reader.responses.slice(first, this.#received)
  }

  /** Resolves to the next response that is 100 or final, which stays to be received; to undefined when none comes. */
  async peek(timeoutMs = this.patienceMs): Promise<RawResponse | undefined> {
    const next = (): RawResponse | undefined =>
      this.#reader.responses.slice(this.#received).find((one) => one.status === 100 || !isInterim(one))
    await this.#changes.until(() => next() !== undefined || this.#state !== 'open', timeoutMs)
    return next()
  }

  /** Resolves to how the server ended the connection, or to `open` when it has not before the time is up. */
  async ended(timeoutMs = this.patienceMs): Promise<ConnectionState> {
    await this.#changes.until(() => this.#state !== 'open', timeoutMs)
    return this.#state
  }

  /** Breaks the connection: the server sees a reset, not an end. */
  reset(): void {
    if (this.#carrier === this.socket) this.socket.resetAndDestroy()
    else {
      this.#carrier.resetAndDestroy()
      this.socket.destroy()
    }
  }

  [Symbol.dispose](): void {
    this.socket.destroy()
  }

  /** Where the answers after the `count`-th final one begin. */
  #position(count: number): number | undefined {
    let left = count
    for (const [index, response] of this.#reader.responses.slice(this.#received).entries()) {
      left -= isInterim(response) ? 0 : 1
      if (left === 0) return this.#received + index + 1
    }
    return undefined
  }

  #endAs(state: ConnectionState): void {
    if (this.#state === 'open') {
      this.#state = state
      this.#endedAt = Date.now()
      this.#reader.end(state === 'reset')
      this.#changes.announce()
    }
  }
}

const firstWord = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, 20)).toString('latin1').split(' ')[0] ?? ''
