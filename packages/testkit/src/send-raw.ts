/** Connections on which a test decides every byte. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { patienceMs } from '@plant-store/gate/patience'
import { type Bytes, type ConnectionState, RawConnection, type RawResponse } from '@plant-store/raw-http'

/**
 * Resolves when the connection is open. The server may close its half before ours: we still see what came before.
 * Dispose of it: `using connection = await connectRaw({ port })`.
 */
export async function connectRaw({ port, host = '127.0.0.1' }: RawAddress): Promise<RawConnection> {
  const socket = connect({ port, host, allowHalfOpen: true, noDelay: true })
  await once(socket, 'connect')
  return new RawConnection(socket, patienceMs)
}

interface RawAddress {
  readonly port: number
  readonly host?: string
}

/** What to send, and when the exchange is over. */
interface RawExchange extends RawAddress {
  /** Sent as they are. */
  readonly bytes: Bytes
  /** The methods of the requests within, where there are several: a response to HEAD has no body. */
  readonly methods?: readonly string[]
  /** How many final responses are awaited; `Infinity` waits until the server closes. */
  readonly expected?: number
  readonly timeoutMs?: number
}

/** What came back. `state` is `open` when the responses were complete, or the time was up, before the server closed. */
interface RawOutcome {
  readonly responses: readonly RawResponse[]
  readonly state: ConnectionState
  readonly surplus: Buffer
}

/** Connects, sends, reads, and leaves. Rejects only when no connection can be opened. */
export async function sendRaw({
  bytes,
  methods,
  expected,
  timeoutMs,
  ...address
}: RawExchange): Promise<RawOutcome> {
  using connection = await connectRaw(address)
  await connection.send(bytes, methods)
  const responses = await connection.receive(expected, timeoutMs)
  return { responses, state: connection.state, surplus: connection.surplus }
}
