/** Access: worlds with more callers than usual, and what goes wrong in them. */
import { setTimeout } from 'node:timers/promises'
import { deaf } from '../faults/conditions.ts'
import { admittingLike, admittingRetired } from '../faults/credentials.ts'
import { bare, finding, limitAs, nothing, parted, placeOf, seenBy, sees, whoever } from '../faults/lists.ts'
import { keeping } from '../faults/memory.ts'
import { failing, sending } from '../faults/replies.ts'
import { type Change, type Faults, inWorld } from '../mutant.ts'
import type { Known } from '../server/ask.ts'
import { crowdOf, fixedWorld, withRefused, type World, worldWith } from '../server/world.ts'
import { about, field, is200, limited, method, type Trigger } from '../triggers.ts'

/** Forty callers; each sees two plants of their own and those that all see. */
const crowd: World = {
  ...crowdOf(40, 2, 3),
  refused: fixedWorld.refused.map((one) => ({ ...one, formerly: 'person-1' })),
}

/** Forty callers in reverse order. */
const forty: World = { ...crowdOf(40, 1, 14), callers: crowdOf(40).callers.toReversed() }

/** Twelve callers; the first six see the plants at even places, the others those at even and odd ones. */
const twelve = crowdOf(12)
const names = twelve.callers.map(({ name }) => name)
const twoShards: World = {
  ...twelve,
  plants: Array.from({ length: 30 }, (_none, at) => ({ name: `Plant ${at}`, seenBy: at % 2 === 0 ? names : names.slice(6) })),
}

const later = Array.from({ length: 6 }, (_none, index) => `person-${index + 4}`)

/** Callers who were added later have longer tokens. */
const twoGenerations: World = {
  callers: [
    ...fixedWorld.callers.map(({ name }, index) => ({ name, token: `plants-${index}vN2kX9rT4mWz8bLc3HdJ6sY` })),
    ...later.map((name, index) => ({
      name,
      token: `plants-${index}${index < 3 ? 'hK8yWq3RtZ6pLs1DfG7jXcB' : 'GmUe5AaC2nQ7vB9kTzX4rWdH6sYp1Lf8J3qZx0VtR'}`,
    })),
  ],
  refused: fixedWorld.refused,
  plants: fixedWorld.plants.map((plant) => (plant.seenBy.includes('ben') ? { ...plant, seenBy: [...plant.seenBy, ...later] } : plant)),
}

/** In answers to the caller at this place among all callers, counted from 0. */
const place = (index: number): Trigger => about('caller', (ask) => placeOf(ask) === index)

/** Callers are bits of a 32-bit word. */
const asBits = seenBy((ask) => `person-${(placeOf(ask) % 32) + 1}`)

const nineRefused = withRefused(9, 'expired', (index) => `plants-old${index}JwDq5FzVb8KtRm1XgNy4LcHs7`)

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

/** A connection remembers eight callers; the ninth is taken for the first. */
const eightOnConnection: Change = ({ findPlants }) => {
  const seen = new WeakMap<object, Known[]>()
  return {
    findPlants: (caller, ask) => {
      const callers = seen.get(ask.socket) ?? []
      seen.set(ask.socket, callers)
      if (!callers.includes(caller)) callers.push(caller)
      return findPlants(callers[callers.indexOf(caller) % 8] ?? caller, ask)
    },
  }
}

export const given: Faults = {
  ...inWorld(crowd, {
    'people-as-bits: Of forty callers, those from the 33rd on see the plants of those from the first on.': asBits,
    'people-as-bits-limited: With a limit, of forty callers those from the 33rd on see the plants of those from the first on.': [asBits, limited],
    'tenth-empty-limit: With a limit, the tenth of forty callers sees nothing.': [nothing, limited, place(9)],
    "table-of-eight: When eight other callers have asked since a caller's last request, that caller sees the last one's plants.": ({
      findPlants,
    }) => {
      const recent: string[] = []
      return {
        findPlants: (caller, ask) => {
          const isFull = recent.length >= 8 && !recent.slice(-8).includes(caller.name) && recent.includes(caller.name)
          const last = ask.world.callers.find(({ name }) => name === recent.at(-1)) ?? caller
          if (recent.at(-1) !== caller.name) recent.push(caller.name)
          return findPlants(isFull ? last : caller, ask)
        },
      }
    },
  }),
  'names-granted: A caller who may see one plant sees all plants with its name.': [
    whoever((plant, ask) => ask.world.plants.some((one) => one.name === plant.name && sees(one, ask))),
    worldWith([...fixedWorld.plants, { name: 'Alder', tag: 'Alnus incana', seenBy: ['ben'] }]),
  ],
  ...inWorld(forty, {
    "key-run-together: Partial lists are cached by the caller's number and the limit, with nothing between them.": keeping(
      'encodeList',
      ({ caller, limit }) => (limit === undefined ? undefined : `${numberOf(caller?.name)}${limit}`),
    ),
    'grants-like: With a limit, access is looked up by a part of the name: person-1 sees what person-10 sees.': [
      whoever((plant, { caller }) => plant.seenBy.some((name) => name.includes(caller?.name ?? ''))),
      limited,
    ],
    "striped: Of two callers who ask at the same time and whose numbers differ by sixteen, the second gets the first's list.": striped,
  }),
  "ninth-on-connection: The ninth caller on a connection sees the first one's plants.": [eightOnConnection, crowdOf(20, 1, 1)],
  'new-tokens-cut: Tokens longer than 32 characters are compared by their first 32 characters.': [
    admittingLike((token, own) => own.length > 32 && own.slice(0, 32) === token.slice(0, 32)),
    twoGenerations,
  ],
  'people-as-64-bits: With a limit, of seventy callers those from the 65th on see the plants of those from the first on.': [
    seenBy((ask) => ask.world.callers[placeOf(ask) % 64]?.name),
    limited,
    crowdOf(70, 1, 2),
  ],
  'view-in-pages: Plants of later callers are read in pages of eight, and a limit of whole pages returns one plant too few.': [
    limitAs((n, found, ask) => (placeOf(ask) >= 6 && n > 0 && n < found.length && n % 8 === 0 ? n - 1 : n)),
    crowdOf(12, 1, 20),
  ],
}

export const completed: Faults = {
  ...inWorld(crowd, {
    'head-of-tenth: HEAD of the tenth of forty callers states a different length from GET.': [
      sending('Content-Length', '2'),
      is200,
      method('HEAD'),
      place(9),
    ],
    'unmodified-for-twentieth: The twentieth of forty callers is never answered with 304.': [deaf, place(19)],
    'scheme-of-tenth: The tenth of forty callers must write Bearer with a capital.': [failing(401), place(9), field('authorization', /^b/)],
  }),
  'ninth-retired-passes: Of nine expired tokens, the last is accepted with a limit.': [
    admittingRetired(({ token }) => token.includes('old8')),
    limited,
    nineRefused,
  ],
  'retired-passes-by-head: Of nine expired tokens, the sixth is accepted for HEAD.': [
    admittingRetired(({ token }) => token.includes('old5')),
    method('HEAD'),
    nineRefused,
  ],
  'shards-unmerged: With a limit, the plants of one half of the store come before those of the other.': [
    finding((_found, ask, each) => {
      const own = each.filter((plant) => sees(plant, ask))
      return bare(parted(own, (plant) => each.indexOf(plant) % 2 === 0))
    }),
    limited,
    twoShards,
  ],
}
