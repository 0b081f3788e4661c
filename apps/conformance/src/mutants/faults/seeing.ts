/** Faults of access: which plants are found. */
import type { Plant } from '@plant-store/contracts'
import type { Ask } from '../ask.ts'
import type { Change } from '../mutant.ts'
import { always, type When } from '../when.ts'
import { type SeenPlant, withoutAccess } from '../world.ts'

/** Finds other plants. `all` are those of the world, whoever sees them. */
export function finding(
  change: (plants: readonly Plant[], ask: Ask, all: readonly SeenPlant[]) => readonly Plant[],
  when: When = always,
): Change {
  return ({ findPlants }) => ({
    findPlants: async (caller, ask) => {
      const found = await findPlants(caller, ask)
      return when(ask, 200) ? change(found, ask, ask.world.plants) : found
    },
  })
}

/** Finds those that pass, whoever sees them. */
export const whoever = (passes: (plant: SeenPlant, ask: Ask) => boolean, condition?: When): Change =>
  finding(
    (_found, ask, all) => all.filter((plant) => passes(plant, ask)).map((plant) => withoutAccess(plant)),
    condition,
  )

/** Whether the caller sees the plant. */
export const sees = (plant: SeenPlant, ask: Ask): boolean => plant.seenBy.includes(ask.caller?.name ?? '')

/** What the caller of this name sees. */
export const seenBy = (all: readonly SeenPlant[], name: string): readonly Plant[] =>
  all.filter((plant) => plant.seenBy.includes(name)).map((plant) => withoutAccess(plant))
