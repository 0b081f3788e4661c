/** Class 10, continued: who asks again and again, or the same twice at once. */
import { setTimeout } from 'node:timers/promises'
import { deaf } from '../faults/conditions.ts'
import { limitOf } from '../faults/limits.ts'
import { cutting, nothing } from '../faults/lists.ts'
import { failing, saying } from '../faults/replies.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import type { Ask, Earlier } from '../server/ask.ts'
import { inARow, isSameCaller, ofCaller } from '../triggers-between.ts'
import { about, field, got, is200, limited, request } from '../triggers.ts'

/** Lists of one key that are asked for while the first of them is under way follow that one, in a server that takes so long. */
const following =
  (keyOf: (ask: Ask) => string | undefined, ms: number, change: (leaderOf: (ask: Ask) => Ask | undefined) => Change): Change =>
  (reference) => {
    const flights = new Map<string, Ask>()
    const leaders = new WeakMap<Ask, Ask>()
    return {
      ...change((ask) => leaders.get(ask))(reference),
      findPlants: async (caller, ask) => {
        const key = keyOf(ask)
        if (key === undefined) return reference.findPlants(caller, ask)
        const leader = flights.get(key)
        if (leader === undefined) flights.set(key, ask)
        else leaders.set(ask, leader)
        await setTimeout(ms)
        if (leader === undefined) flights.delete(key)
        return reference.findPlants(caller, ask)
      },
    }
  }

/** Of parts that are under way together, the condition of the first tells what is current for the others. */
const joined = (keyOf: (ask: Ask) => string, isOwnHeard: boolean): Change =>
  following(
    (ask) => (ask.limit === undefined ? undefined : keyOf(ask)),
    25,
    (leaderOf) =>
      ({ isCurrent }) => ({
        isCurrent: (tag, ask) => (isOwnHeard && isCurrent(tag, ask)) || isCurrent(tag, leaderOf(ask) ?? ask),
      }),
  )

/** What follows such a one goes wrong. */
const misled = (keyOf: (ask: Ask) => string | undefined, ms: number, change: Change, isBy: (leader: Ask, ask: Ask) => boolean = () => true): Change =>
  following(keyOf, ms, (leaderOf) => {
    const isMisled = about('load', (ask) => {
      const leader = leaderOf(ask)
      return leader !== undefined && isBy(leader, ask)
    })
    return on(isMisled, change)
  })

const atAddress = ({ caller, url }: Ask): string => `${caller?.name} ${url}`

/** An address with a limit that was asked for eight times within a second is kept for a moment, for everybody. */
const keptWhileHot: Change = ({ encodeList }) => {
  const kept = new Map<string, { readonly body: string | Buffer; readonly untilMs: number }>()
  return {
    encodeList: (items, ask) => {
      const { url, ageMs } = ask
      const hit = kept.get(url)
      if (hit !== undefined && hit.untilMs > ageMs) return hit.body
      const body = encodeList(items, ask)
      const count = ask.all.filter((one) => one.url === url && ageMs - one.atMs < 1000).length
      if (ask.limit !== undefined && count > 8) kept.set(url, { body, untilMs: ageMs + 250 })
      return body
    },
  }
}

export const given: Faults = {
  'joined-condition: Where a caller asks for the same number of plants twice at the same time, the condition of the first counts for the second.':
    joined(({ method, caller, url }) => `${method} ${caller?.name} ${url}`, false),
  'hot-address-shared: A limit that was asked for eight times in a second gives everybody the same list for a quarter of one.': keptWhileHot,
  'leader-leaves: Of two who ask for the same at the same time the second fails where the first hangs up.': misled(
    (ask) => (ask.method === 'GET' ? atAddress(ask) : undefined),
    60,
    failing(500),
    ({ response }) => response.destroyed && !response.writableFinished,
  ),
  'joins-head: A list that is asked for while HEAD for the same is under way comes from it, with nothing in it.': misled(
    atAddress,
    20,
    on(is200, saying('')),
    (leader, ask) => leader.method === 'HEAD' && ask.method === 'GET' && leader.socket !== ask.socket,
  ),
  'same-key-409: Of two requests of one caller with one Idempotency-Key at the same time the second gets 409.': misled(
    ({ caller, headers }) => ('idempotency-key' in headers ? `${caller?.name} ${headers['idempotency-key']?.toString()}` : undefined),
    40,
    failing(409),
  ),
  'origin-burst: A page that asks for the same more than six times in ten seconds gets 429.': [
    failing(429),
    field('origin'),
    about('history', (ask) => {
      const isSame = ({ url, atMs, headers }: Earlier): boolean =>
        url === ask.url && headers.origin === ask.headers.origin && ask.ageMs - atMs < 10_000
      return ofCaller(ask).filter((one) => isSame(one)).length >= 6
    }),
  ],
  'idle-caller-empty: Who asks for nothing for two seconds while others ask gets an empty list first.': [
    nothing,
    about('rest', (ask) => {
      const last = ofCaller(ask).at(-1)
      const other = ask.all[ask.number - 2]
      return last !== undefined && other !== undefined && ask.ageMs - last.atMs >= 2000 && ask.ageMs - other.atMs < 1000
    }),
  ],
  'empty-polls-404: Behind thirty empty lists in a row on a connection, who sees nothing gets 404.': [
    failing(404),
    request(({ world, caller }) => !world.plants.some((plant) => plant.seenBy.includes(caller?.name ?? ''))),
    about('history', (ask) => inARow(ask.earlier, 30, (one) => got(200)(one) && one.url === ask.url && isSameCaller(one, ask))),
  ],
}

export const completed: Faults = {
  "flight-shares-304: While a question about changes of a part is under way, the same caller's plain request for it gets its 304.": joined(
    ({ caller, limit }) => `${caller?.name} ${limit}`,
    true,
  ),
  'hot-limits-deaf: A part that a caller asked for four times within the last second comes whole, whatever tag is known.': [
    deaf,
    limited,
    about('count', (ask) => ofCaller(ask).filter((one) => one.url === ask.url && ask.ageMs - one.atMs < 1000).length >= 4),
  ],
  'tenth-304-full: Behind nine 304 in a row to one caller the list comes whole.': [
    deaf,
    about('history', (ask) => inARow(ofCaller(ask), 9, got(304))),
  ],
  'poll-forgotten: Who got 304 ten times in a row and asks again gets the whole list.': [
    deaf,
    about('history', (ask) => inARow(ofCaller(ask), 10, ({ status, url }) => status === 304 && url === ask.url)),
  ],
  'doubling-misses-seam: Who asks for n plants and then for twice as many misses the first of the new ones.': cutting((found, n, ask) => {
    const last = limitOf(ofCaller(ask).at(-1)) ?? 0
    return (last >= 2 && n === 2 * last ? found.toSpliced(last, 1) : found).slice(0, n)
  }),
}
