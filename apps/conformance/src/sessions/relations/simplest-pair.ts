/** Finds the simplest two requests whose answers break a relation together. */
import { atOnce, inTurn, type Session } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import type { Sent } from '../sent.ts'
import type { Difference } from './relation.ts'

/** Two answers that differ where they must not, or the other way round. */
export interface Pair {
  readonly earlier: Sent
  readonly sent: Sent
  readonly difference: Difference
}

/** A pair that shows the difference again, with the session that does so; without one, how often that was tried. */
type Simplest =
  | (Pair & { readonly session: Session; readonly tries?: never })
  | { readonly session?: never; readonly tries: number }

type Requests = readonly [earlier: SentRequest, sent: SentRequest]

/** How both requests are sent again. */
type Way = typeof inTurn

/** Resolves to what a session shows; to 'no time' where it can't be played any more. */
type Look = (session: Session) => Promise<Pair | undefined | 'no time'>

/** Both requests are sent again at most this often in each way, until the difference shows. */
const maxTries = 3
/** Simpler requests are tried for at most this long. */
const maxMs = 3000

/** Undefined where there is no time to try. */
export async function findSimplestPair(first: Pair, look: Look): Promise<Simplest | undefined> {
  for (const way of [inTurn, atOnce]) {
    for (let time = 0; time < maxTries; time += 1) {
      const shown = await look(twice(way, requestsOf(first)))
      if (shown === 'no time') return undefined
      if (shown !== undefined) {
        const pair = await simplify(shown, way, look)
        return { ...pair, session: way(asksFor(requestsOf(pair))) }
      }
    }
  }
  return { tries: 2 * maxTries }
}

/** Leaves out of both requests what is unusual about them, as long as the difference still shows. */
async function simplify(shown: Pair, way: Way, look: Look): Promise<Pair> {
  const end = performance.now() + maxMs
  let pair = shown
  for (const simpler of simplerWays(requestsOf(shown))) {
    if (performance.now() > end) break
    const [earlier, sent] = requestsOf(pair)
    const found = await look(twice(way, [simpler(earlier), simpler(sent)]))
    if (found === 'no time') break
    pair = found ?? pair
  }
  return pair
}

const requestsOf = ({ earlier, sent }: Pair): Requests => [earlier.request, sent.request]

const asksFor = (requests: readonly SentRequest[]): Parameters<Way>[0] =>
  requests.map((request) => ({ request }))

/** Sending each request twice shows what is by chance. */
const twice = (way: Way, requests: Requests): Session => way(asksFor([...requests, ...requests.toReversed()]))

type Simplify = (request: SentRequest) => SentRequest

/** Fields that say how content is sent: they are left out together with it. */
const ofContent = /^(?:content-.*|transfer-encoding|trailer|expect)$/i

function simplerWays(requests: Requests): readonly Simplify[] {
  // Raw octets have no parts that could be left out.
  if (requests.some(({ octets }) => octets !== undefined)) return []
  const hasContent = requests.some(({ body }) => body !== undefined)
  const names = new Set(requests.flatMap(({ fields }) => fields.map(([name]) => name.toLowerCase())))
  const single = [...names].filter((name) => name !== 'host' && !(hasContent && ofContent.test(name)))
  return [...(hasContent ? [withoutContent] : []), ...single.map((name) => withoutField(name))]
}

const withoutContent: Simplify = ({ method, target, fields }) => ({
  method,
  target,
  fields: fields.filter(([name]) => !ofContent.test(name)),
})

const withoutField =
  (name: string): Simplify =>
  (request) => ({ ...request, fields: request.fields.filter(([own]) => own.toLowerCase() !== name) })
