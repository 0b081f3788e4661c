/** The kinds of load that are sent to the contenders. */
import type { WorldTokens } from '../world/build-world.ts'
import type { LoadRequest } from './load-generator.ts'

/** One kind of load. */
export interface Load {
  readonly name: string
  /** The heading in the report. */
  readonly title: string
  /** The share of the configured seconds that this load gets in each round. */
  readonly share: number
  /** Changes that another process makes to the database meanwhile. */
  readonly changesPerSecond: number
  /** If not as many as configured. */
  readonly connections?: number | undefined
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

/** The mix, which is also the plain load. */
export const mixedLoad: Load = {
  name: 'mixed',
  title:
    'a mix: 68 % from a hundred frequent callers, 20 % from callers whose last request is long ago, 10 % with If-None-Match, 2 % refused; various limits',
  share: 1,
  changesPerSecond: 0,
  strangers: 0.2,
  requests: mix,
}

/** From the load that is kindest to caches to loads that never find anything in them. */
export const loads: readonly Load[] = [
  {
    name: 'one user',
    title: 'one token again and again, of a user who sees every plant',
    share: 1,
    changesPerSecond: 0,
    strangers: 0,
    requests: ({ everything }) => [list(everything, limit20)],
  },
  {
    name: 'many users',
    title: 'a thousand tokens in turn',
    share: 1,
    changesPerSecond: 0,
    strangers: 0,
    requests: ({ regulars }) => shuffle(regulars).map((token) => list(token, limit20)),
  },
  {
    name: 'changing data',
    title: 'a thousand tokens in turn, while another process changes the database 1,000 times a second',
    share: 1,
    changesPerSecond: 1000,
    strangers: 0,
    requests: ({ regulars }) => shuffle(regulars).map((token) => list(token, limit20)),
  },
  {
    name: 'cold',
    title: 'every request from a caller who is not among the last 10,000',
    share: 1,
    changesPerSecond: 0,
    strangers: 1,
    requests: ({ strangers }) => strangers.map((token) => list(token, limit20)),
  },
  ...[{ where: '' }, { where: ', on one connection', connections: 1 }].map(
    ({ where, connections }): Load => ({
      name: `not remembered${where}`,
      title: `three thousand tokens in turn, none of which found a place in a full memory${where}`,
      share: 0.5,
      changesPerSecond: 0,
      connections,
      strangers: 0,
      requests: ({ latecomers }) => latecomers.map((token) => list(token, limit20)),
    }),
  ),
  {
    name: 'one connection',
    title: 'a thousand tokens in turn, on one connection',
    share: 0.5,
    changesPerSecond: 0,
    connections: 1,
    strangers: 0,
    requests: ({ regulars }) => shuffle(regulars).map((token) => list(token, limit20)),
  },
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

/** The frequent callers. Their number is coprime to that of the kinds, so in time every caller sends every kind. */
export function frequentCallers(regulars: readonly string[]): readonly string[] {
  return regulars.slice(0, 101)
}

/** The list whose ETag the conditional requests carry. */
export const conditionalPath = limit20

const paths = [limit20, '/plants?limit=5', '/plants?limit=1', '/plants?limit=10', '/plants']

const kinds = shuffle([
  ...Array.from({ length: 68 }, () => 'frequent' as const),
  ...Array.from({ length: 20 }, () => 'stranger' as const),
  ...Array.from({ length: 10 }, () => 'condition' as const),
  'bad limit' as const,
  'unknown token' as const,
])

/** Long enough for each stranger to ask once. */
function mix({ regulars, strangers, tags }: Callers): LoadRequest[] {
  const frequent = frequentCallers(regulars)
  const requests: LoadRequest[] = []
  for (let [nth, used] = [0, 0]; used < strangers.length; nth += 1) {
    const kind = take(kinds, nth)
    if (kind === 'stranger') {
      requests.push(list(take(strangers, used), take(paths, used)))
      used += 1
    } else {
      const asked = nth - used
      requests.push(ask(kind, take(frequent, asked), take(paths, Math.floor(asked / frequent.length)), tags))
    }
  }
  return requests
}

function ask(
  kind: Exclude<(typeof kinds)[number], 'stranger'>,
  token: string,
  path: string,
  tags: Callers['tags'],
): LoadRequest {
  if (kind === 'bad limit') return { ...list(token, '/plants?limit=-1'), status: 400 }
  if (kind === 'unknown token') return { ...list(`${token}x`, conditionalPath), status: 401 }
  if (kind === 'frequent') return list(token, path)
  const tag = tags.get(token)
  const { headers } = list(token, path)
  // A contender without ETags is sent one all the same, and answers with the list.
  const condition = { ...headers, 'if-none-match': tag ?? '"none"' }
  return { path: conditionalPath, headers: condition, status: tag === undefined ? 200 : 304 }
}

function take<Item>(items: readonly Item[], nth: number): Item {
  const item = items[nth % items.length]
  if (item === undefined) throw new RangeError('nothing to take from')
  return item
}

/** The same order in every run, so that figures can be reproduced. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  let state = 1
  const next = (): number => {
    // Lehmer's generator with the constants of Park and Miller.
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return items
    .map((item) => ({ item, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
