/** Who sees which plants. Rows with a source are reported for real software. */
import { setTimeout } from 'node:timers/promises'
import { senderOf } from '../faults/credentials.ts'
import { everything, placeOf, seenBy } from '../faults/lists.ts'
import { keeping, rememberingTags } from '../faults/memory.ts'
import { takesGzip } from '../faults/packing.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask, Known } from '../server/ask.ts'
import { crowdOf } from '../server/world.ts'
import { by, pipelined, request } from '../triggers.ts'

/** Requests that are under way with the same key all get the plants of the caller who came last. */
const sharing =
  (keyOf: (ask: Ask) => unknown): Change =>
  ({ findPlants }) => {
    const holders = new Map<unknown, Known>()
    return {
      findPlants: async (caller, ask) => {
        const key = keyOf(ask)
        holders.set(key, caller)
        await setTimeout(20)
        const holder = holders.get(key) ?? caller
        holders.delete(key)
        return findPlants(holder, ask)
      },
    }
  }

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
    sharing(() => 'the processor'),
    request(({ lost }) => lost() > 0),
  ],
  // CVE-2011-1475 (Apache Tomcat)
  'pipeline-mixed: Each pipelined request gets the plants of the caller of the one before it.': [
    seenBy((ask) => senderOf(ask.earlier.at(-1), ask)),
    pipelined,
  ],
  // rails-on-services/apartment#470, brianc/node-postgres#2897
  "last-set-wins: The store has two connections, and requests under way on the same one all get the plants of the last one's caller.": sharing(
    ({ number }) => number % 2,
  ),
}

export const completed: Faults = {
  "tag-of-others: The tag of another caller's list gets 304.": rememberingTags(() => ''),
  "key-of-255-of-address: A caller's lists are cached by the first 255 bytes of the request target.": keeping(
    'encodeList',
    ({ caller, url }) => `${caller?.token} ${url.slice(0, 255)}`,
  ),
}
