/** Access: requests that get what another found because they share a key, a flight or an id with it. */
import { setTimeout } from 'node:timers/promises'
import { tokenIn } from '../faults/credentials.ts'
import { placeOf } from '../faults/lists.ts'
import { keeping } from '../faults/memory.ts'
import { takesGzip } from '../faults/packing.ts'
import type { Change, Faults } from '../mutant.ts'
import { type Ask, fieldOf, type Reply } from '../server/ask.ts'
import { ownId, type Steps } from '../server/reference.ts'
import { crowdOf } from '../server/world.ts'

/** A request that comes while another with its key is under way gets what that one finds. */
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

/** Remembers the request that waits for 100 in a single place. */
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

/** Sends a list again for any request with the X-Request-Id that the server made for it. */
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
  "gzip-by-eight: The plants found for gzip clients are cached by the last three bits of the caller's number: the ninth gets the first one's.": [
    keeping('findPlants', (ask) => (takesGzip(ask) ? placeOf(ask) % 8 : undefined)),
    crowdOf(12, 2, 3),
  ],
  'deflate-by-address: Lists for clients that accept only deflate are cached by address, whoever the caller is.': keeping(
    'encodeList',
    ({ headers, url }) => (headers['accept-encoding'] === 'deflate' ? url : undefined),
  ),
  'stale-by-address: A client that accepts a stale list (max-stale) gets the one cached for such clients at the address, whoever the caller is.':
    keeping('encodeList', ({ headers, url }) => (/\bmax-stale\b/i.test(headers['cache-control'] ?? '') ? url : undefined)),
  'trace-in-flight: While a request of a trace (traceparent) is under way, others of that trace get the plants that it finds.': inFlight(
    ({ headers }) => headers['traceparent']?.toString(),
  ),
  "one-holder: The caller who waits for 100 is remembered in a single place: if two wait, both get the later one's plants.": oneHolder,
  'replayed-by-id: A request with the X-Request-Id that the server made for an earlier list gets that list again, whoever it was for.': replaying,
}

export const completed: Faults = {
  'heads-in-flight: A HEAD with a limit that comes while another for the same address is under way gets its answer, whoever the caller is.': inFlight(
    (ask) => (ask.method === 'HEAD' && ask.limit !== undefined ? ask.url : undefined),
  ),
}
