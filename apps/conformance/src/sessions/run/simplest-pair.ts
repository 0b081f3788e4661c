/** Finds the simplest two requests whose answers break a relation together. */
import { atOnce, inTurn, type Session } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import type { Sent } from '../client/sent.ts'
import type { Difference } from '../relations/relation.ts'

/** Two answers that differ where they must not, or the other way round. */
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
    for (const simpler of simplerWays(requestsOf(pair))) {
      if (performance.now() > end) break
      pair =
        (await look(
          twice(
            way,
            requestsOf(pair).map((one) => simpler(one)),
          ),
        )) ?? pair
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

/** Fields that say how content is sent: they are left out together with it. */
const ofContent = /^(?:content-.*|transfer-encoding|trailer|expect)$/i

/** Each leaves something out of a request: the content, or one field. Raw bytes have no parts. */
function simplerWays(requests: readonly SentRequest[]): readonly ((request: SentRequest) => SentRequest)[] {
  if (requests.some(({ bytes }) => bytes !== undefined)) return []
  const hasContent = requests.some(({ body }) => body !== undefined)
  const names = new Set(requests.flatMap(({ fields }) => fields.map(([name]) => name.toLowerCase())))
  const single = [...names].filter((name) => name !== 'host' && !(hasContent && ofContent.test(name)))
  return [
    ...(hasContent ? [without((name) => ofContent.test(name))] : []),
    ...single.map((left) => without((name) => name === left)),
  ]
}

/** Leaves out the fields with these names, and the content together with its length. */
const without =
  (isLeftOut: (name: string) => boolean) =>
  ({ body, ...request }: SentRequest): SentRequest => ({
    ...request,
    ...(body !== undefined && !isLeftOut('content-length') && { body }),
    fields: request.fields.filter(([name]) => !isLeftOut(name.toLowerCase())),
  })
