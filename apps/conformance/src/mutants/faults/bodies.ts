/** Faults of bodies: how plants, lists and errors are written. */
import type { Plant, PlantStoreError } from '@plant-store/contracts'
import type { Ask } from '../ask.ts'
import type { Change } from '../mutant.ts'
import type { Place } from '../reference.ts'
import { always, type When } from '../when.ts'

/** Which plants of a list. */
export type Which = (place: Place, ask: Ask) => boolean

export const first: Which = ({ index }) => index === 0
export const tenth: Which = ({ index }) => index === 9
export const last: Which = (place) => place.last

/** Writes plants in another way. What is no text is made JSON of. */
export function plants(change: (plant: Plant) => unknown, which: Which = () => true): Change {
  return ({ encodePlant }) => ({
    encodePlant: (plant, place, ask) => {
      const changed = which(place, ask) ? change(plant) : undefined
      return changed === undefined ? encodePlant(plant, place, ask) : JSON.stringify(changed)
    },
  })
}

/** Writes the JSON of plants in another way. */
export function plantTexts(
  change: (text: string, plant: Plant) => string,
  which: Which = () => true,
): Change {
  return ({ encodePlant }) => ({
    encodePlant: (plant, place, ask) => {
      const text = encodePlant(plant, place, ask)
      return which(place, ask) ? change(text, plant) : text
    },
  })
}

/** Writes the list in another way. */
export function lists(
  change: (text: string, items: readonly string[]) => string | Buffer,
  when: When = always,
): Change {
  return ({ encodeList }) => ({
    encodeList: (items, ask) => {
      const text = String(encodeList(items, ask))
      return when(ask, 200) ? change(text, items) : text
    },
  })
}

/** Writes the body of a refusal in another way. What is no text is made JSON of. */
export function errors(
  change: (body: PlantStoreError, ask: Ask | undefined) => unknown,
  when: When = always,
): Change {
  return ({ encodeError }) => ({
    encodeError: (entry, ask) => {
      if (!when(ask, entry.status)) {
        return encodeError(entry, ask)
      }
      const body = change({ error: entry.error, message: entry.message }, ask)
      return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    },
  })
}
