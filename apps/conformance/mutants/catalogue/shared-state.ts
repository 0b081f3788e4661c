/** Class 6, continued: what one request finds, and others get that share a key, a flight or an id with it. */
import { setTimeout } from 'node:timers/promises'
import { tokenIn } from '../faults/credentials.ts'
import { placeOf } from '../faults/lists.ts'
import { keeping } from '../faults/memory.ts'
import { takesGzip } from '../faults/packing.ts'
import type { Change, Faults } from '../mutant.ts'
import { type Ask, fieldOf, type Reply } from '../server/ask.ts'
import { ownId, type Steps } from '../server/reference.ts'
import { crowdOf } from '../server/world.ts'

/** Those who ask with the same key while the first of them is under way get what that one finds. */
const inFlight =
  (keyOf: (ask: Ask) => string | undefined): Change =>
  ({ findPlants }) => {
    const flights = new Map<string, ReturnType<Steps['findPlants']>>()
    return {
      findPlants: (caller, ask) => {
        const key = keyOf(ask)
        if (key === undefined) return findPlants(caller, ask)
        const land = (): void => void flights.delete(key)
        const flight =
          flights.get(key) ??
          setTimeout(8).then(async () => {
            const found = await findPlants(caller, ask)
            land()
            return found
          })
        flights.set(key, flight)
        return flight
      },
    }
  }

/** Who waits for 100 is remembered in one place. */
const oneHolder: Change = ({ heldContent, findPlants }) => {
  const holders: Ask[] = []
  return {
    heldContent: (ask) => {
      holders.push(ask)
      return heldContent(ask)
    },
    findPlants: (caller, ask) => {
      const token = tokenIn(holders.at(-1)?.headers.authorization)
      const holder = ask.world.callers.find((one) => one.token === token) ?? caller
      return findPlants(ask.headers.expect === undefined ? caller : holder, ask)
    },
  }
}

/** An answer that was given goes again to whoever names its id. */
const replaying: Change = ({ finish }) => {
  const given = new Map<string, Reply>()
  return {
    finish: async (made, ask) => {
      const reply = await finish(made, ask)
      if (reply.status !== 200) return reply
      const kept = given.get(ownId(ask) ?? '')
      if (ownId(ask) === undefined) given.set(fieldOf(reply, 'X-Request-Id') ?? '', reply)
      return kept ?? reply
    },
  }
}

export const given: Faults = {
  'gzip-by-eight: What is found for those who take gzip is kept by the last three bits of a person: the ninth gets what the first got.': [
    keeping('findPlants', (ask) => (takesGzip(ask) ? placeOf(ask) % 8 : undefined)),
    crowdOf(12, 2, 3),
  ],
  "deflate-by-address: Lists for those who take deflate alone are kept by their address, whoever's they are.": keeping(
    'encodeList',
    ({ headers, url }) => (headers['accept-encoding'] === 'deflate' ? url : undefined),
  ),
  "stale-by-address: Who would take a stale list (max-stale) gets the one that is kept for such at the address, whoever's it is.": keeping(
    'encodeList',
    ({ headers, url }) => (/\bmax-stale\b/i.test(headers['cache-control'] ?? '') ? url : undefined),
  ),
  'trace-in-flight: While a request of a trace (traceparent) is under way, others of that trace get the plants that it finds.': inFlight(
    ({ headers }) => headers['traceparent']?.toString(),
  ),
  'one-holder: Whose content is held back is remembered in one place: of two who wait for 100 the later one is taken for both.': oneHolder,
  'replayed-by-id: Who sends the X-Request-Id that the server made for an earlier list gets that list again, whoever it was for.': replaying,
}

export const completed: Faults = {
  'heads-in-flight: HEAD with a limit, while one for the same address is under way, is answered as that one, whoever asks.': inFlight((ask) =>
    ask.method === 'HEAD' && ask.limit !== undefined ? ask.url : undefined,
  ),
}
