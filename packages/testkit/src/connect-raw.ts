/** Connections on which a test decides every byte. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { patienceMs } from '@plant-store/gate/patience'
import { RawConnection } from '@plant-store/raw-http'

/**
 * Resolves when the connection is open. The server may close its half before ours: we still see what came before.
 * Dispose of it: `using connection = await connectRaw({ port })`.
 */
export async function connectRaw({ port, host = '127.0.0.1' }: RawAddress): Promise<RawConnection> {
  const socket = connect({ port, host, allowHalfOpen: true, noDelay: true })
  await once(socket, 'connect')
  return new RawConnection(socket, patienceMs)
}

export interface RawAddress {
  readonly port: number
  readonly host?: string
}
