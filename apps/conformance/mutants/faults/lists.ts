/** Faults of lists: which plants are found, how many of them are sent, and in which order. */
import type { Plant } from '@plant-store/contracts'
import type { Change } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { type SeenPlant, withoutAccess } from '../server/world.ts'

type List = readonly Plant[]

/** Finds other plants. `all` are those of the world, whoever sees them. */
export function finding(change: (plants: List, ask: Ask, all: readonly SeenPlant[]) => List): Change {
  return ({ findPlants }) => ({
    findPlants: async (caller, ask) => change(await findPlants(caller, ask), ask, ask.world.plants),
  })
}

/** Finds the plants that pass, whoever sees them. */
export const whoever = (passes: (plant: SeenPlant, ask: Ask) => boolean): Change =>
  finding((_found, ask, all) => bare(all.filter((plant) => passes(plant, ask))))

/** Finds every plant. */
export const everything: Change = whoever(() => true)

/** Finds what the caller with this name sees; for undefined, what is due. */
export const seenBy = (whom: string | ((ask: Ask) => string | undefined)): Change =>
  finding((found, ask, all) => {
    const name = typeof whom === 'string' ? whom : whom(ask)
    return name === undefined ? found : bare(all.filter((plant) => plant.seenBy.includes(name)))
  })

/** Finds nothing. */
export const nothing: Change = finding(() => [])

/** Leaves out the last plant. */
export const shorter: Change = finding((found) => found.slice(0, -1))

/** Whether the caller sees the plant. */
export const sees = (plant: SeenPlant, { caller }: Ask): boolean => plant.seenBy.includes(caller?.name ?? '')

/** The caller's place among all callers, counted from 0. */
export const placeOf = ({ caller, world }: Ask): number =>
  world.callers.findIndex(({ name }) => name === caller?.name)

/** Plants as they are sent. */
export const bare = (plants: readonly SeenPlant[]): List => plants.map((plant) => withoutAccess(plant))

/** Cuts the list off elsewhere, or arranges it differently. */
export const cutting =
  (change: (plants: List, limit: number | undefined, ask: Ask) => List): Change =>
  () => ({ cut: change })

/** Sends the whole list. */
export const uncut: Change = cutting((found) => found)

/** Takes a given limit for another one. */
export const limitAs = (change: (n: number, found: List, ask: Ask) => number): Change =>
  cutting((found, n, ask) => (n === undefined ? found : found.slice(0, Math.max(0, change(n, found, ask)))))

/** Arranges the plants, then cuts. */
export const arranged = (arrange: (found: List, ask: Ask) => List): Change =>
  cutting((found, n, ask) => arrange(found, ask).slice(0, n))

/** In reversed order. */
export const reversed: Change = arranged((found) => found.toReversed())
