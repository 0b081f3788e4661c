/** Class 10, continued: who asks again and again, or the same twice at once. */
import { setTimeout } from 'node:timers/promises'
import { deaf } from '../faults/conditions.ts'
import { limitOf } from '../faults/limits.ts'
import { cutting, nothing } from '../faults/lists.ts'
import { failing } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { inARow, isSameCaller, ofCaller } from '../triggers-between.ts'
import { about, got, limited, request } from '../triggers.ts'

/** Of requests for a part that have one key and are under way together, this tells by the first what is current for the others. */
const joined =
  (keyOf: (ask: Ask) => string, isOwnHeard: boolean): Change =>
  ({ findPlants, isCurrent }) => {
    const flights = new Map<string, Ask>()
    const leaders = new WeakMap<Ask, Ask>()
    return {
      findPlants: async (caller, ask) => {
        if (ask.limit === undefined) return findPlants(caller, ask)
        const key = keyOf(ask)
        const leader = flights.get(key)
        if (leader === undefined) flights.set(key, ask)
        else leaders.set(ask, leader)
        await setTimeout(25)
        if (leader === undefined) flights.delete(key)
        return findPlants(caller, ask)
      },
      isCurrent: (tag, ask) => (isOwnHeard && isCurrent(tag, ask)) || isCurrent(tag, leaders.get(ask) ?? ask),
    }
  }

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
