/** A TCP connection to an HTTP server on which a test decides every octet. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Changes } from './changes.ts'
import { type Octets, toOctets } from './octets.ts'
import { ResponseReader } from './parse-responses.ts'
import { patienceMs } from './patience.ts'
import type { RawResponse } from './raw-response.ts'

/** How the server's side of a connection ended, or that it has not. */
export type ConnectionState = 'open' | 'closed' | 'reset'

/** An open connection. Dispose of it: `using connection = await connectRaw({ port })`. */
export class RawConnection implements Disposable {
  /** For what this class does not do: `pause()` makes a reader that doesn't read. */
  readonly socket: Socket
  readonly #reader = new ResponseReader()
  readonly #changes = new Changes()
  #state: ConnectionState = 'open'
  #received = 0

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (octets) => {
      this.#reader.push(octets)
      this.#changes.announce()
    })
    socket.once('end', () => {
      this.#endAs('closed')
    })
    // A reset of a connection that had ended already tells nothing more.
    socket.on('error', () => {
      this.#endAs('reset')
    })
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** What came and is no answer, or not a complete one yet. */
  get surplus(): Buffer {
    return this.#reader.surplus
  }

  /**
   * Writes the octets as they are; resolves when they are on their way, and also when the server has stopped reading.
   * `methods` are those of the requests within, by default the first word: none has to be given for a GET.
   */
  send(octets: Octets, methods?: readonly string[]): Promise<void> {
    const bytes = toOctets(octets)
    const [firstWord = ''] = Buffer.from(bytes).toString('latin1', 0, 20).split(' ')
    this.#reader.methods.push(...(methods ?? [firstWord]))
    return new Promise((resolve) => {
      this.socket.write(bytes, () => {
        resolve()
      })
    })
  }

  /**
   * Resolves to the answers up to the `count`-th final one after those received before, interim ones included; to fewer
   * when the connection ends or the time is up. An answer cut off by the end is among them, with that fault.
   */
  async receive(count = 1, timeoutMs = patienceMs): Promise<readonly RawResponse[]> {
    await this.#changes.until(() => this.#position(count) !== undefined || this.#state !== 'open', timeoutMs)
    const first = this.#received
    this.#received = this.#position(count) ?? this.#reader.responses.length
    return this.#reader.responses.slice(first, this.#received)
  }

  /** Resolves to the next answer that is 100 or final, which stays to be received; to undefined when none comes. */
  async peek(timeoutMs = patienceMs): Promise<RawResponse | undefined> {
    const next = (): RawResponse | undefined =>
      this.#reader.responses.slice(this.#received).find(({ status }) => status === 100 || status >= 200)
    await this.#changes.until(() => next() !== undefined || this.#state !== 'open', timeoutMs)
    return next()
  }

  /** Resolves to how the server ended the connection, or to `open` when it has not before the time is up. */
  async ended(timeoutMs = patienceMs): Promise<ConnectionState> {
    await this.#changes.until(() => this.#state !== 'open', timeoutMs)
    return this.#state
  }

  [Symbol.dispose](): void {
    this.socket.destroy()
  }

  /** Where the answers after the `count`-th final one begin. */
  #position(count: number): number | undefined {
    let left = count
    for (const [index, { status }] of this.#reader.responses.entries()) {
      left -= index >= this.#received && status >= 200 ? 1 : 0
      if (left === 0) {
        return index + 1
      }
    }
    return undefined
  }

  #endAs(state: ConnectionState): void {
    if (this.#state === 'open') {
      this.#state = state
      this.#reader.end(state === 'reset')
      this.#changes.announce()
    }
  }
}

/** Resolves when the connection is there. The server's half may close before ours: we still see what came before. */
export async function connectRaw({ port, host = '127.0.0.1' }: RawAddress): Promise<RawConnection> {
  const socket = connect({ port, host, allowHalfOpen: true, noDelay: true })
  await once(socket, 'connect')
  return new RawConnection(socket)
}

export interface RawAddress {
  readonly port: number
  readonly host?: string
}
