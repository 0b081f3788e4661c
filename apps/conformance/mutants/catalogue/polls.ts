/** Time and state: clients that poll, or that send the same request twice at the same time. */
import { setTimeout } from 'node:timers/promises'
import { deaf } from '../faults/conditions.ts'
import { nothing } from '../faults/lists.ts'
import { failing, saying } from '../faults/replies.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import type { Ask, Earlier } from '../server/ask.ts'
import { inARow, ofCaller } from '../triggers-between.ts'
import { about, field, got, is200 } from '../triggers.ts'

/** A request that comes while another with its key is under way follows that one, its leader. Each takes `ms` milliseconds. */
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

/** The condition of the leader decides what is current for requests with a limit that follow it; with `isOwnHeard`, theirs does too. */
const joined = (keyOf: (ask: Ask) => string, isOwnHeard: boolean): Change =>
  following(
    (ask) => (ask.limit === undefined ? undefined : keyOf(ask)),
    25,
    (leaderOf) =>
      ({ isCurrent }) => ({
        isCurrent: (tag, ask) => (isOwnHeard && isCurrent(tag, ask)) || isCurrent(tag, leaderOf(ask) ?? ask),
      }),
  )

/** Requests that follow a leader go wrong where `isBy` holds. */
const misled = (keyOf: (ask: Ask) => string | undefined, ms: number, change: Change, isBy: (leader: Ask, ask: Ask) => boolean = () => true): Change =>
  following(keyOf, ms, (leaderOf) => {
    const isMisled = about('load', (ask) => {
      const leader = leaderOf(ask)
      return leader !== undefined && isBy(leader, ask)
    })
    return on(isMisled, change)
  })

const atAddress = ({ caller, url }: Ask): string => `${caller?.name} ${url}`

/** The list at an address with a limit that was requested eight times within a second is kept for 250 ms, for every caller. */
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
  'joined-condition: When a caller sends two requests with the same limit at the same time, the condition of the first applies to the second.':
    joined(({ method, caller, url }) => `${method} ${caller?.name} ${url}`, false),
  'hot-address-shared: After eight requests with one limit within a second, every caller gets the same list for a quarter of a second.': keptWhileHot,
  'joins-head: A GET that comes while a HEAD for the same list is under way on another connection gets an empty body.': misled(
    atAddress,
    20,
    on(is200, saying('')),
    (leader, ask) => leader.method === 'HEAD' && ask.method === 'GET' && leader.socket !== ask.socket,
  ),
  'same-key-409: Of two requests of one caller with the same Idempotency-Key at the same time, the second gets 409.': misled(
    ({ caller, headers }) => ('idempotency-key' in headers ? `${caller?.name} ${headers['idempotency-key']?.toString()}` : undefined),
    40,
    failing(409),
  ),
  'origin-burst: A web page (Origin) that requests the same address more than six times in ten seconds gets 429.': [
    failing(429),
    field('origin'),
    about('history', (ask) => {
      const isSame = ({ url, atMs, headers }: Earlier): boolean =>
        url === ask.url && headers.origin === ask.headers.origin && ask.ageMs - atMs < 10_000
      return ofCaller(ask).filter((one) => isSame(one)).length >= 6
    }),
  ],
  'idle-caller-empty: A caller who was idle for two seconds while others sent requests gets an empty list first.': [
    nothing,
    about('rest', (ask) => {
      const last = ofCaller(ask).at(-1)
      const other = ask.all[ask.number - 2]
      return last !== undefined && other !== undefined && ask.ageMs - last.atMs >= 2000 && ask.ageMs - other.atMs < 1000
    }),
  ],
}

export const completed: Faults = {
  'tenth-304-full: After nine 304s in a row to one caller, the list is sent in full.': [
    deaf,
    about('history', (ask) => inARow(ofCaller(ask), 9, got(304))),
  ],
}
