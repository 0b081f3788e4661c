/** Finds the simplest two requests whose responses break a relation together. */
import { atOnce, inTurn, type Session } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import type { Sent } from '../client/sent.ts'
import type { Difference } from '../relations/relation.ts'
import { smallerThan } from './shrink.ts'

/** Two responses that differ where they must not, or the other way round. */
export interface Pair {
  readonly earlier: Sent
  readonly sent: Sent
  readonly difference: Difference
}

/** A pair that shows the difference again, with the session that does so; null where it did not in so many tries. */
interface Simplest {
  readonly pair: Pair | null
  readonly session?: Session
  readonly tries: number
}

/** How both requests are sent again. */
type Way = typeof inTurn

/** Resolves to what a session shows. */
type Look = (session: Session) => Promise<Pair | undefined>

/** Both requests are sent again at most this often in each way, until the difference shows. */
const maxTries = 3
/** Simpler requests are tried for at most this long. */
const maxMs = 3000

/** Sends both again, in turn and at once; then leaves out of both what is unusual about them, as long as it still shows. */
export async function findSimplestPair(first: Pair, look: Look): Promise<Simplest> {
  const ways = [inTurn, atOnce].flatMap((way) => Array.from({ length: maxTries }, () => way))
  for (const way of ways) {
    let pair = await look(twice(way, requestsOf(first)))
    if (pair === undefined) continue
    const end = performance.now() + maxMs
    for (let left = simplerThan(pair); left.length > 0 && performance.now() < end;) {
      const [requests = [], ...others] = left
      const found = await look(twice(way, requests))
      pair = found ?? pair
      left = found === undefined ? others : simplerThan(found)
    }
    return { pair, session: way(asksFor(requestsOf(pair))), tries: ways.length }
  }
  return { pair: null, tries: ways.length }
}

const requestsOf = ({ earlier, sent }: Pair): readonly SentRequest[] => [earlier.request, sent.request]

const asksFor = (requests: readonly SentRequest[]): Parameters<Way>[0] =>
  requests.map((request) => ({ request }))

/** Sending each request twice shows what is by chance. */
const twice = (way: Way, requests: readonly SentRequest[]): Session =>
  way(asksFor([...requests, ...requests.toReversed()]))

/** Both without the same part, then one of them without something that the other may lack. */
function simplerThan({ earlier, sent }: Pair): readonly (readonly SentRequest[])[] {
  const [ofOne, ofOther] = [smallerThan(earlier.request), smallerThan(sent.request)]
  return [
    ...ofOne.flatMap((one, at) => ofOther.slice(at, at + 1).map((other) => [one, other])),
    ...ofOne.map((one) => [one, sent.request]),
    ...ofOther.map((other) => [earlier.request, other]),
  ]
}
