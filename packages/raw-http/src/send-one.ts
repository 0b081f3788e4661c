/** Single requests, each on a connection of its own. */
import type { Address } from './address.ts'
import type { Exchange, SentRequest } from './exchange.ts'
import { openConnection, receiveOne } from './connection.ts'
import { toText } from './request.ts'

/**
 * Sends the request as it is, without stand-ins, and resolves to what came back, and when. Rejects as `openConnection`
 * does, and with a `RangeError` for a character that is not a byte.
 */
export async function sendOne(
  to: string | Address,
  request: SentRequest,
  onFault?: Parameters<typeof openConnection>[1],
): Promise<Exchange> {
  const startedAt = new Date()
  const begin = performance.now()
  using connection = await openConnection(to, onFault)
  void connection?.send(toText(request))
  const response =
    connection === undefined ? ({ noResponse: 'unreachable' } as const) : await receiveOne(connection)
  return {
    request,
    response,
    startedAt,
    durationMs: performance.now() - begin,
    connection: connection?.number ?? 0,
  }
}
