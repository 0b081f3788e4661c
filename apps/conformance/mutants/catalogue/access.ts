/** Who sees which plants. Rows with a source are reported for real software. */
import { setTimeout } from 'node:timers/promises'
import { callerOf, senderOf, takenFor, tokenIn } from '../faults/credentials.ts'
import { bare, everything, finding, placeOf, seenBy, sees } from '../faults/lists.ts'
import { keeping, rememberingTags } from '../faults/memory.ts'
import { takesGzip } from '../faults/packing.ts'
import { failing } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask, Known } from '../server/ask.ts'
import { crowdOf, fixedWorld, withTokens, type World, worldWith } from '../server/world.ts'
import { by, field, pipelined, request } from '../triggers.ts'

/** Caches one list for each caller and key, which is made from the request target. */
const listsAt = (keyOf: (url: string) => string | number | undefined): Change =>
  keeping('encodeList', ({ caller, url }) => `${caller?.token} ${String(keyOf(url))}`)

/** Requests that are under way with the same key all get the plants of one of their callers: the first, or the last. */
const sharing =
  (whose: 'first' | 'last', keyOf: (ask: Ask) => unknown): Change =>
  ({ findPlants }) => {
    const holders = new Map<unknown, Known>()
    return {
      findPlants: async (caller, ask) => {
        const key = keyOf(ask)
        const isSet = whose === 'last' || !holders.has(key)
        if (isSet) holders.set(key, caller)
        await setTimeout(20)
        const holder = holders.get(key) ?? caller
        if (isSet) holders.delete(key)
        return findPlants(holder, ask)
      },
    }
  }

/** The internal cache replies in order; a client that hangs up leaves its reply there for the next request. */
const responsesLeft: Change = ({ findPlants }) => {
  const responses: (readonly { name: string }[])[] = []
  return {
    findPlants: async (caller, ask) => {
      responses.push(await findPlants(caller, ask))
      await setTimeout(30)
      return ask.response.destroyed || ask.socket.destroyed ? [] : (responses.shift() ?? [])
    },
  }
}

const withMany = (count: number, ...who: readonly string[]): World =>
  worldWith([...fixedWorld.plants, ...Array.from({ length: count }, (_none, index) => ({ name: `Seedling ${index}`, seenBy: who }))])

const joinedIds: Change = finding((_found, ask, all) => {
  const ids = all.flatMap((plant, index) => (sees(plant, ask) ? [index + 1] : []))
  const kept = new Set(ids.join(',').slice(0, 1024).split(',').map(Number))
  return bare(all.filter((_plant, index) => kept.has(index + 1)))
})

export const given: Faults = {
  'everything: Every caller sees every plant.': everything,
  'everything-second-caller: The second caller sees every plant.': [everything, by('ben')],
  'cached-by-connection: Every caller on a connection gets the list of its first caller.': keeping('findPlants', ({ socket }) => socket),

  'key-by-idempotency: Requests with the same Idempotency-Key get the same list, whoever the caller is.': keeping(
    'findPlants',
    ({ headers }) => headers['idempotency-key'],
  ),
  "gzip-by-eight: The plants found for gzip clients are cached by the last three bits of the caller's number: the ninth gets the first one's.": [
    keeping('findPlants', (ask) => (takesGzip(ask) ? placeOf(ask) % 8 : undefined)),
    crowdOf(12, 2, 3),
  ],
  "key-run-together: Partial lists are cached by the caller's number and the limit, with nothing between them.": [
    keeping('encodeList', (ask) => (ask.limit === undefined ? undefined : `${placeOf(ask)}${ask.limit}`)),
    crowdOf(40, 1, 14),
  ],

  // CVE-2016-8745 (Apache Tomcat)
  'processor-twice: Once a client has hung up, requests that are under way together all get the same list.': [
    sharing('last', () => 'the processor'),
    request(({ lost }) => lost() > 0),
  ],
  // CVE-2011-1475 (Apache Tomcat)
  'pipeline-mixed: Each pipelined request gets the plants of the caller of the one before it.': [
    seenBy((ask) => senderOf(ask.earlier.at(-1), ask)),
    pipelined,
  ],
  // drapergem/draper#390
  "first-of-thread: Each of five threads shows everyone its first caller's plants.": keeping('findPlants', ({ number }) => number % 5),
  // gofiber/fiber#426
  'aliased-token: On a connection, a token as long as the first one is taken for that one, whose text it has overwritten.': [
    takenFor((token, ask) => {
      const first = tokenIn(ask.earlier[0]?.headers.authorization)
      return first?.length === token.length ? callerOf(first, ask) : undefined
    }),
    withTokens((name) => `plants-${name.padEnd(5, '0')}kQ7vN2xR9tWz8bLc3H`, []),
  ],
  // redis/redis-py#2624
  'answers-left: Once a client has hung up while its list was fetched, every request gets the list of the one before it.': responsesLeft,
  // nodejs/node, AsyncLocalStorage: the context is that of the code that calls back
  'waiting-in-pool: Of requests on the same one of four connections to the store, all get the plants of the caller who came first.': sharing(
    'first',
    ({ number }) => number % 4,
  ),
  // rails-on-services/apartment#470, brianc/node-postgres#2897
  "last-set-wins: The store has two connections, and requests under way on the same one all get the plants of the last one's caller.": sharing(
    'last',
    ({ number }) => number % 2,
  ),
  // CVE-2021-25122 (Apache Tomcat)
  'h2c-of-another: A request that offers h2c gets the plants of the caller who sent the request before it, on any connection.': [
    seenBy((ask) => senderOf(ask.all[ask.number - 2], ask)),
    field('upgrade', /\bh2c\b/),
    field('connection', /upgrade/i),
  ],
  // MySQL Reference Manual, group_concat_max_len
  'joined-ids: The ids of the plants that a caller may see are joined into one text, which is cut off after 1024 bytes.': [
    joinedIds,
    withMany(400, 'ana', 'ben'),
  ],
  // django/django ticket 16426: too many SQL variables
  'too-many-variables: A caller who may see more than 999 plants gets 500.': [failing(500), by('ben'), withMany(1000, 'ben')],
}

export const completed: Faults = {
  "tag-of-others: The tag of another caller's list gets 304.": rememberingTags(() => ''),

  "key-of-255-of-address: A caller's lists are cached by the first 255 bytes of the request target.": listsAt((url) => url.slice(0, 255)),
}
