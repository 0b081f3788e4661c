/** Single requests, each on a connection of its own, for judges that look at single answers. */
import pLimit from 'p-limit'
import type { Court } from '../court/judge.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import { openConnection, receiveOne } from './connection.ts'
import { toText } from './request.ts'

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

/** One request, and by its index the caller whose token it carries. */
export interface Own {
  readonly request: SentRequest
  readonly caller?: number | undefined
}

/** So many requests at a time: who answers one after the other is not to be overrun. */
const width = 4

/**
 * Sends them to the subject in the name of a judge, until the time is up. Resolves to what was recorded of each; what was
 * not sent is undefined, and reported.
 */
export async function sendAll(
  judge: string,
  own: readonly Own[],
  { url }: Subject,
  court: Court,
): Promise<readonly (Exchange | undefined)[]> {
  const limit = pLimit(width)
  const send = async ({ request, caller }: Own): Promise<Exchange | undefined> => {
    if (court.timeUp.aborted) return undefined
    const exchange = await sendOne(url, request)
    return court.record({ ...exchange, judge, ...(caller !== undefined && { caller }) })
  }
  const sent = await Promise.all(own.map((one) => limit(send, one)))
  const missed = sent.filter((exchange) => exchange === undefined).length
  if (missed > 0) court.notReached(`Not sent when the time was up: ${missed} of ${own.length} requests.`)
  return sent
}
