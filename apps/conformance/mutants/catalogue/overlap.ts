/** Requests at the same time, and the first ones of a server. */
import { setTimeout } from 'node:timers/promises'
import { finding, nothing } from '../faults/lists.ts'
import { cuttingOff, failing, lacking } from '../faults/replies.ts'
import { lengthOf, refusingAt } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { before, crowded, isSameCaller, lateFirst } from '../triggers-between.ts'
import { about, field, inPieces, request } from '../triggers.ts'

/** Makes the change for a request that comes while `most` others with its key are under way. */
const countingWith =
  (keyOf: (ask: Ask) => string, most: number, change: Change): Change =>
  (reference) => {
    const under = new Map<string, number>()
    const changed = change(reference)
    return {
      findPlants: async (caller, ask) => {
        const key = keyOf(ask)
        under.set(key, (under.get(key) ?? 0) + 1)
        const isTooMuch = (under.get(key) ?? 0) > most
        await setTimeout(40)
        under.set(key, (under.get(key) ?? 1) - 1)
        return (isTooMuch ? (changed.findPlants ?? reference.findPlants) : reference.findPlants)(caller, ask)
      },
    }
  }

/** Waits while `isSo` holds. */
const waitingWhile =
  (isSo: (ask: Ask) => boolean): Change =>
  ({ pause }) => ({
    pause: async (ask) => {
      for (let tries = 0; isSo(ask) && tries < 3000; tries += 1) await setTimeout(10, undefined, { ref: false })
      await pause(ask)
    },
  })

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
  'same-caller-together: Of two lists that one caller requests at the same time, the second is empty.': countingWith(
    ({ caller }) => caller?.name ?? '',
    1,
    nothing,
  ),
  'blocked-by-half-a-request: While a client has sent only a part of a request, no other request is answered.': waitingWhile(
    ({ begun }) => begun() > 0,
  ),
  'slots-lost: After ten clients have hung up on their requests, every list fails.': [failing(503), about('load', ({ lost }) => lost() >= 10)],
  'held-beside-others: A request with Expect is cut off while more than eight connections are open.': [
    cuttingOff,
    field('expect'),
    request((ask) => ask.open() > 8),
  ],
  'upload-locks: While content of a caller has been under way for more than a second, lists for that caller fail.': [
    failing(503),
    about('load', (ask) =>
      before(ask).some((one) => one.status === undefined && isSameCaller(one, ask) && lengthOf(one) > 0 && ask.ageMs - one.atMs > 1000),
    ),
  ],

  "first-two-at-once: When a caller's first two requests come at the same time, the second list is empty.": loadingOnce,
  'dripping-head: The first request on a connection gets 400 if its head comes in pieces and takes a third of a second.': [
    refusingAt('checkForm', 'malformedRequest'),
    lateFirst(333),
    inPieces(2),
  ],
}

export const completed: Faults = {
  'order-together: While another request is under way, a list is in reverse order.': countingWith(
    () => '',
    1,
    finding((found) => found.toReversed()),
  ),
  'unchallenged-together: While sixteen connections are open, a 401 has no challenge.': [lacking('WWW-Authenticate'), crowded(16)],
}
