/** Time and state: the first requests to a server, from a caller, and on a connection. */
import { setTimeout } from 'node:timers/promises'
import { lacking, unstored } from '../faults/replies.ts'
import { refusingAt } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { lateFirst } from '../triggers-between.ts'
import { about, inPieces } from '../triggers.ts'

/** Loads a caller's plants with the first request, and again with a second one that comes before that is done. */
const loadedTwice: Change = ({ findPlants }) => {
  const loads = new Map<string, { count: number; isDone: boolean }>()
  return {
    findPlants: async (caller, ask) => {
      const own = loads.get(caller.name) ?? { count: 0, isDone: false }
      loads.set(caller.name, own)
      if (!own.isDone) {
        own.count = Math.min(2, own.count + 1)
        await setTimeout(60)
        own.isDone = true
      }
      const found = await findPlants(caller, ask)
      return own.count === 2 ? [...found, ...found] : found
    },
  }
}

/** Loads a caller's plants with the first request; requests that come meanwhile find none. */
const loadingOnce: Change = ({ findPlants }) => {
  const loaded = new Map<string, boolean>()
  return {
    findPlants: async (caller, ask) => {
      const isLoaded = loaded.get(caller.name)
      if (isLoaded === false) return []
      if (isLoaded === undefined) {
        loaded.set(caller.name, false)
        await setTimeout(30)
        loaded.set(caller.name, true)
      }
      return findPlants(caller, ask)
    },
  }
}

export const given: Faults = {
  "double-load: When a caller's second request comes before the first is answered, every plant is listed twice from then on.": loadedTwice,
  "first-two-at-once: When a caller's first two requests come at the same time, the second list is empty.": loadingOnce,
  'dripping-head: The first request on a connection gets 400 if its head comes in pieces and takes a third of a second.': [
    refusingAt('checkForm', 'malformedRequest'),
    lateFirst(333),
    inPieces(2),
  ],
}

export const completed: Faults = {
  "starting-untold: The server's first three answers are 503 without Retry-After.": [
    unstored(503, 50_301, 'The service cannot answer now. Try again later.'),
    lacking('WWW-Authenticate'),
    about('count', ({ number }) => number <= 3),
  ],
}
