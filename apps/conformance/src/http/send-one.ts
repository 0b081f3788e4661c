/** One request on a connection of its own, for judges that look at single answers. */
import type { Exchange, SentRequest } from '../exchange.ts'
import { toText } from './request.ts'
import { openConnection, receiveOne } from './connection.ts'

/** What came, and when: a record for the court but for who asked. */
export async function sendOne(url: string, request: SentRequest): Promise<Omit<Exchange, 'id' | 'judge'>> {
  const startedAt = new Date()
  const begin = performance.now()
  using connection = await openConnection(url)
  void connection?.raw.send(toText(request))
  const answer =
    connection === undefined ? ({ noResponse: 'unreachable' } as const) : await receiveOne(connection)
  return {
    request,
    answer,
    startedAt,
    durationMs: performance.now() - begin,
    connection: connection?.number ?? 0,
  }
}
