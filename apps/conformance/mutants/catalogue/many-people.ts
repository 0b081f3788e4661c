/** Class 6, continued: worlds with more people than usual, and what goes wrong in them. */
import { deaf } from '../faults/conditions.ts'
import { admittingRetired } from '../faults/credentials.ts'
import { bare, finding, nothing, sees, whoever } from '../faults/lists.ts'
import { failing, sending } from '../faults/replies.ts'
import { type Change, type Faults, inWorld } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { fixedWorld, type SeenPlant, withRefused, type World, worldWith } from '../server/world.ts'
import { about, field, is200, limited, method, type Trigger } from '../triggers.ts'

const person = (index: number): string => `person-${index + 1}`
const count = 40

/** Forty people; each sees two plants of their own and those that all see. */
const crowd: World = {
  callers: Array.from({ length: count }, (_none, index) => ({
    name: person(index),
    token: `plants-${String(index).padStart(3, '0')}kQ7vN2xR9tWz8bLc3H`,
  })),
  refused: fixedWorld.refused.map((one) => ({ ...one, formerly: person(0) })),
  plants: Array.from({ length: 2 * count }, (_none, index): SeenPlant => ({ name: `Plant ${index}`, seenBy: [person(index % count)] })).concat(
    Array.from({ length: 3 }, (_none, index): SeenPlant => ({
      name: `Common ${index}`,
      tag: 'all',
      seenBy: Array.from({ length: count }, (_no, at) => person(at)),
    })),
  ),
}

const indexOf = ({ caller, world }: Ask): number => world.callers.findIndex(({ name }) => name === caller?.name)

/** Whoever is the so manieth, counted from 0. */
const place = (index: number): Trigger => about('caller', (ask) => indexOf(ask) === index)

/** People are bits of a word. */
const asBits: Change = finding((_found, ask, each) => bare(each.filter(({ seenBy: who }) => who.includes(person(indexOf(ask) % 32)))))

const nineRefused = withRefused(9, 'expired', (index) => `plants-old${index}JwDq5FzVb8KtRm1XgNy4LcHs7`)

export const given: Faults = {
  ...inWorld(crowd, {
    'people-as-bits: Of forty people, those from the thirty-third on see what those from the first on see.': asBits,
    'people-as-bits-limited: With a limit, of forty people those from the thirty-third on see what those from the first on see.': [asBits, limited],
    'tenth-empty-limit: With a limit, the tenth of forty people sees nothing.': [nothing, limited, place(9)],
    'table-of-eight: When eight other people asked behind somebody, that one sees what the last of them sees.': ({ findPlants }) => {
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
  'names-granted: Who may see one plant sees all of its name.': [
    whoever((plant, ask) => ask.world.plants.some((one) => one.name === plant.name && sees(one, ask))),
    worldWith([...fixedWorld.plants, { name: 'Alder', tag: 'Alnus incana', seenBy: ['ben'] }]),
  ],
}

export const completed: Faults = {
  ...inWorld(crowd, {
    'head-of-tenth: HEAD of the tenth of forty people is told another length than GET.': [
      sending('Content-Length', '2'),
      is200,
      method('HEAD'),
      place(9),
    ],
    'unmodified-for-twentieth: The twentieth of forty people is never answered with 304.': [deaf, place(19)],
    'scheme-of-tenth: The tenth of forty people must write Bearer with a capital.': [failing(401), is200, place(9), field('authorization', /^b/)],
  }),
  'ninth-retired-passes: Of nine tokens that were good once, the last passes with a limit.': [
    admittingRetired(({ token }) => token.includes('old8')),
    limited,
    nineRefused,
  ],
  'retired-passes-by-head: Of nine tokens that were good once, the sixth passes by HEAD.': [
    admittingRetired(({ token }) => token.includes('old5')),
    method('HEAD'),
    nineRefused,
  ],
}
