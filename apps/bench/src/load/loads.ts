/** The kinds of load that are sent to the contenders. */
import { createDraw, pick } from '@plant-store/testkit/storm'
import type { WorldTokens } from '../world.ts'
import type { LoadRequest } from './generator.ts'

/** One kind of load. */
export interface Load {
  readonly name: string
  /** The heading in the report. */
  readonly title: string
  /** If not as many as configured; such loads get half the time. */
  readonly connections?: number
  /** The share of requests from strangers. Every stranger is used once before the first is used again. */
  readonly strangers: number
  readonly requests: (callers: Callers) => readonly LoadRequest[]
}

/** The callers of one contender, by their tokens. */
export interface Callers {
  /** The user who sees every plant. */
  readonly everything: string
  readonly regulars: readonly string[]
  /** Those whose last request is longest ago come first. */
  readonly strangers: readonly string[]
  /** The last strangers, whom the service met first when its memory was full. */
  readonly latecomers: readonly string[]
  /** The contender's ETag of a regular's list under the first limit, if it sends one. */
  readonly tags: ReadonlyMap<string, string>
}

const limit20 = '/plants?limit=20'
const shortLists = (tokens: readonly string[]): LoadRequest[] => tokens.map((token) => list(token, limit20))

/** The mix, which is also the plain load. */
export const mixedLoad: Load = {
  name: 'mixed',
  title:
    'a mix: 68 % from a hundred frequent callers, 20 % from callers whose last request is long ago, 10 % with If-None-Match, 2 % refused; various limits',
  strangers: 0.2,
  requests: mix,
}

const manyUsers: Load = {
  name: 'many users',
  title: 'a thousand tokens in turn',
  strangers: 0,
  requests: ({ regulars }) => shortLists(shuffle(regulars)),
}
const notRemembered: Load = {
  name: 'not remembered',
  title: 'three thousand tokens in turn, none of which found a place in a full memory',
  strangers: 0,
  requests: ({ latecomers }) => shortLists(latecomers),
}
const onOneConnection = (load: Load, name = `${load.name}, on one connection`): Load => ({
  ...load,
  name,
  title: `${load.title}, on one connection`,
  connections: 1,
})

/** From the load that is kindest to caches to loads that never find anything in them. */
export const loads: readonly Load[] = [
  {
    name: 'one user',
    title: 'one token again and again, of a user who sees every plant',
    strangers: 0,
    requests: ({ everything }) => [list(everything, limit20)],
  },
  manyUsers,
  {
    name: 'cold',
    title: 'every request from a caller who is not among the last 10,000',
    strangers: 1,
    requests: ({ strangers }) => shortLists(strangers),
  },
  notRemembered,
  onOneConnection(notRemembered),
  onOneConnection(manyUsers, 'one connection'),
  mixedLoad,
]

/** A request for a list of any length. */
export function list(token: string, path: string): LoadRequest {
  return { path, headers: { authorization: `Bearer ${token}` }, status: 200 }
}

/** Divides the users of a world. `from` is the number of strangers already used. */
export function divideCallers(
  { everything, tokens }: Pick<WorldTokens, 'everything' | 'tokens'>,
  from: number,
  tags: Callers['tags'],
): Callers {
  const regulars = tokens.slice(0, Math.min(1000, Math.ceil(tokens.length / 2)))
  const others = tokens.slice(regulars.length)
  const first = Math.floor(from) % others.length
  const strangers = [...others.slice(first), ...others.slice(0, first)]
  return { everything, regulars, strangers, latecomers: others.slice(-3000), tags }
}

/** Fetches a contender's ETags of the lists that are requested with a condition; none if it sends none. */
export async function fetchTags(
  url: string,
  world: Pick<WorldTokens, 'everything' | 'tokens'>,
): Promise<Callers['tags']> {
  const tags = new Map<string, string>()
  for (const token of frequentCallers(divideCallers(world, 0, tags))) {
    const response = await fetch(url + limit20, { headers: list(token, limit20).headers })
    await response.arrayBuffer()
    const tag = response.headers.get('etag')
    if (tag !== null) tags.set(token, tag)
  }
  return tags
}

const frequentCallers = ({ regulars }: Callers): readonly string[] => regulars.slice(0, 101)

const paths = [limit20, '/plants?limit=5', '/plants?limit=1', '/plants?limit=10', '/plants']

/** Long enough for each stranger to ask once; the same in every run. */
function mix(callers: Callers): LoadRequest[] {
  const frequent = frequentCallers(callers)
  const draw = createDraw(1)
  return callers.strangers.flatMap((stranger) => {
    const requests = [list(stranger, pick(draw, paths))]
    while (draw(100) >= mixedLoad.strangers * 100)
      requests.push(ask(pick(draw, frequent), draw(80), pick(draw, paths), callers.tags))
    return requests
  })
}

/** Of 80 kinds 68 are for a list, 10 have a condition, and 2 are refused. */
function ask(token: string, kind: number, path: string, tags: Callers['tags']): LoadRequest {
  if (kind === 0) return { ...list(token, '/plants?limit=-1'), status: 400 }
  if (kind === 1) return { ...list(`${token}x`, limit20), status: 401 }
  if (kind > 11) return list(token, path)
  const tag = tags.get(token)
  const { headers } = list(token, limit20)
  // A contender without ETags is sent one all the same, and answers with the list.
  const condition = { ...headers, 'if-none-match': tag ?? '"none"' }
  return { path: limit20, headers: condition, status: tag === undefined ? 200 : 304 }
}

/** The same order in every run, so that figures can be reproduced. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const draw = createDraw(1)
  return items
    .map((item) => ({ item, place: draw(2 ** 31) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
