/** Single requests, each on a connection of its own, for judges that look at single answers. */
import { sendOne } from '@plant-store/raw-http'
import pLimit from 'p-limit'
import type { Court } from './judge.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'

/** One request, and the index of the caller whose token it carries. */
export interface Own {
  readonly request: SentRequest
  readonly caller?: number | undefined
}

/** This many requests at a time: a service that handles one request at a time must not be overrun. */
const width = 4

/**
 * Sends the requests to the subject on behalf of a judge, until the time is up. Resolves to the exchange recorded for
 * each; a request that was not sent has none, and is reported.
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
