/** Stages that work through the operations of the contract. */
import type { Session } from '@plant-store/raw-http'
import type { Setting } from './draft.ts'
import type { Pace } from './pace.ts'
import type { Stage } from './runner.ts'

/** A stage that does its work for each operation of the contract, one after the other. */
export const forEachSetting = (name: string, work: (place: Setting) => Promise<unknown>): Stage => ({
  name,
  run: async (runner) => {
    for (const operation of runner.knowledge.operations) await work({ runner, operation })
  },
})

type Make = (place: Setting) => readonly Session[] | Promise<readonly Session[]>

/** A stage that plays the sessions made for each operation; `width`: how many at a time. */
export const playing = (name: string, make: Make, width?: number | ((pace: Pace) => number)): Stage =>
  forEachSetting(name, async (place) => {
    const sessions = await make(place)
    await place.runner.run(sessions, typeof width === 'function' ? width(place.runner.pace) : width)
  })
