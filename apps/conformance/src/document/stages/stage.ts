/** A part of the work on a document: what it sends for each operation. */
import { isSafe } from '../model.ts'
import type { Session } from '@plant-store/raw-http'
import type { DocumentPlayer, Place } from './plan.ts'

export interface DocumentStage {
  readonly name: string
  run(player: DocumentPlayer): Promise<void>
}

/** Does its work for each operation that changes nothing, one after the other. */
export const forEachSafe = (name: string, work: (place: Place) => Promise<unknown>): DocumentStage => ({
  name,
  run: async (player) => {
    for (const operation of player.oracle.service.operations)
      if (isSafe(operation.method)) await work({ player, operation })
  },
})

/** Plays the sessions made for each operation that changes nothing. */
export const playing = (
  name: string,
  make: (place: Place) => readonly Session[],
  width?: (usual: number) => number,
): DocumentStage => forEachSafe(name, (place) => place.player.run(make(place), width?.(place.player.width)))
