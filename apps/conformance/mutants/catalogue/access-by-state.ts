/** Who sees which plants, where callers share state or there are many of them. */
import { setTimeout } from 'node:timers/promises'
import { tokenIn } from '../faults/credentials.ts'
import { placeOf } from '../faults/lists.ts'
import { keeping } from '../faults/memory.ts'
import { takesGzip } from '../faults/packing.ts'
import { type Change, type Faults, inWorld } from '../mutant.ts'
import type { Ask, Known } from '../server/ask.ts'
import type { Steps } from '../server/reference.ts'
import { type World, crowdOf } from '../server/world.ts'

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

/** Forty callers in reverse order. */
const forty: World = { ...crowdOf(40, 1, 14), callers: crowdOf(40).callers.toReversed() }

const numberOf = (name?: string): number => Number(/\d+$/.exec(name ?? '')?.[0])

/** While a caller holds one of sixteen locks, the next who wants that lock is taken for its holder. */
const striped: Change = ({ findPlants }) => {
  const holders = new Map<number, Known>()
  return {
    findPlants: async (caller, ask) => {
      const stripe = numberOf(caller.name) % 16
      const held = holders.get(stripe) ?? caller
      if (held === caller) holders.set(stripe, caller)
      await setTimeout(15)
      if (held === caller) holders.delete(stripe)
      return findPlants(held, ask)
    },
  }
}

export const given: Faults = {
  "gzip-by-eight: The plants found for gzip clients are cached by the last three bits of the caller's number: the ninth gets the first one's.": [
    keeping('findPlants', (ask) => (takesGzip(ask) ? placeOf(ask) % 8 : undefined)),
    crowdOf(12, 2, 3),
  ],
  'trace-in-flight: While a request of a trace (traceparent) is under way, others of that trace get the plants that it finds.': inFlight(
    ({ headers }) => headers['traceparent']?.toString(),
  ),
  "one-holder: The caller who waits for 100 is remembered in a single place: if two wait, both get the later one's plants.": oneHolder,

  ...inWorld(forty, {
    "key-run-together: Partial lists are cached by the caller's number and the limit, with nothing between them.": keeping(
      'encodeList',
      ({ caller, limit }) => (limit === undefined ? undefined : `${numberOf(caller?.name)}${limit}`),
    ),
    "striped: Of two callers who ask at the same time and whose numbers differ by sixteen, the second gets the first's list.": striped,
  }),
}

export const completed: Faults = {
  'heads-in-flight: A HEAD with a limit that comes while another for the same address is under way gets its answer, whoever the caller is.': inFlight(
    (ask) => (ask.method === 'HEAD' && ask.limit !== undefined ? ask.url : undefined),
  ),
}
