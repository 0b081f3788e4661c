/** What is sent to the contenders. */
import type { WorldTokens } from '../world/build-world.ts'
import type { LoadRequest } from './load-generator.ts'

/** One kind of load. */
export interface Load {
  readonly name: string
  /** For the reader of the figures. */
  readonly title: string
  /** Of the configured seconds, how much of each round. */
  readonly share: number
  /** Who gets it: the ceiling looks at no token, and what a long query costs is a question to our service. */
  readonly for: 'everyone' | 'services' | 'ours'
  /** Changes of the database, by another process, meanwhile. */
  readonly changesPerSecond: number
  /** The share of the requests that come from strangers, of whom each is used up before the first comes again. */
  readonly strangers: number
  readonly requests: (callers: Callers) => readonly LoadRequest[]
}

/** Who sends requests to one contender. */
export interface Callers {
  /** The user who sees every plant. */
  readonly everything: string
  readonly regulars: readonly string[]
  /** Beginning with those who have not asked for the longest time. */
  readonly strangers: readonly string[]
  /** What the contender names the list of a regular, under the first limit, where it does. */
  readonly tags: ReadonlyMap<string, string>
}

const limit20 = '/plants?limit=20'

/** Everyone answers the mix in the plain load too. */
export const mixedLoad: Load = {
  name: 'mixed',
  title:
    'a mix: 68 % from a hundred callers who ask again and again, 20 % from callers who have not asked for long, 10 % with If-None-Match, 2 % refused; various limits',
  share: 1,
  for: 'services',
  changesPerSecond: 0,
  strangers: 0.2,
  requests: mix,
}

/** From the kindest to caches to what leaves nothing in them. */
export const loads: readonly Load[] = [
  {
    name: 'one user',
    title: 'one token again and again, of a user who sees every plant',
    share: 1,
    for: 'everyone',
    changesPerSecond: 0,
    strangers: 0,
    requests: ({ everything }) => [list(everything, limit20)],
  },
  {
    name: 'many users',
    title: 'a thousand tokens in turn',
    share: 1,
    for: 'services',
    changesPerSecond: 0,
    strangers: 0,
    requests: ({ regulars }) => shuffle(regulars).map((token) => list(token, limit20)),
  },
  {
    name: 'changing data',
    title: 'a thousand tokens in turn, while another process changes the database 1,000 times a second',
    share: 1,
    for: 'services',
    changesPerSecond: 1000,
    strangers: 0,
    requests: ({ regulars }) => shuffle(regulars).map((token) => list(token, limit20)),
  },
  {
    name: 'cold',
    title: 'every request from a caller who is not among the last 10,000',
    share: 1,
    for: 'services',
    changesPerSecond: 0,
    strangers: 1,
    requests: ({ strangers }) => strangers.map((token) => list(token, limit20)),
  },
  mixedLoad,
  ...[
    { octets: 8000, status: 200 },
    { octets: 15_000, status: 414 },
  ].map(({ octets, status }): Load => ({
    name: `target of ${octets} octets`,
    title: `a query of a&a&… up to ${octets} octets, answered with ${status}`,
    share: 0.25,
    for: 'ours',
    changesPerSecond: 0,
    strangers: 0,
    requests: ({ everything }) => [{ ...list(everything, limit20.padEnd(octets, '&a')), status }],
  })),
]

/** A list of whatever length. */
export function list(token: string, path: string): LoadRequest {
  return { path, headers: { authorization: `Bearer ${token}` }, status: 200 }
}

/** Divides the users of a world. `from` says how many strangers were used up. */
export function divideCallers(
  { everything, tokens }: Pick<WorldTokens, 'everything' | 'tokens'>,
  from: number,
  tags: Callers['tags'],
): Callers {
  const regulars = tokens.slice(0, Math.min(1000, Math.ceil(tokens.length / 2)))
  const others = tokens.slice(regulars.length)
  const first = Math.floor(from) % others.length
  return { everything, regulars, strangers: [...others.slice(first), ...others.slice(0, first)], tags }
}

/** Who asks again and again. Their number shares no divisor with that of the kinds: in time everyone asks everything. */
export function frequentCallers(regulars: readonly string[]): readonly string[] {
  return regulars.slice(0, 101)
}

/** The list whose tag conditions carry. */
export const conditionalPath = limit20

const paths = [limit20, '/plants?limit=5', '/plants?limit=1', '/plants?limit=10', '/plants']

const kinds = shuffle([
  ...Array.from({ length: 68 }, () => 'frequent' as const),
  ...Array.from({ length: 20 }, () => 'stranger' as const),
  ...Array.from({ length: 10 }, () => 'condition' as const),
  'bad limit' as const,
  'unknown token' as const,
])

/** Long enough to ask for each stranger once. */
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
  // Whoever gives no tags is sent one all the same, and answers with the list.
  const condition = { ...headers, 'if-none-match': tag ?? '"none"' }
  return { path: conditionalPath, headers: condition, status: tag === undefined ? 200 : 304 }
}

function take<Item>(items: readonly Item[], nth: number): Item {
  const item = items[nth % items.length]
  if (item === undefined) throw new RangeError('nothing to take from')
  return item
}

/** The same order in every run: a figure can be had again. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  let state = 1
  const next = (): number => {
    // Numbers of Lehmer's generator, as Park and Miller set it.
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return items
    .map((item) => ({ item, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
