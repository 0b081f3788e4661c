/** Time and state: what other clients do at the same time. */
import { setTimeout } from 'node:timers/promises'
import { finding, nothing, seenBy } from '../faults/lists.ts'
import { cuttingOff, failing, lacking } from '../faults/replies.ts'
import { lengthOf } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { before, crowded, isSameCaller } from '../triggers-between.ts'
import { about, field, is304, onConnection, request } from '../triggers.ts'

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

/** Takes the next caller for one whose client hung up. */
function mixedUp({ findPlants }: Parameters<Change>[0]): ReturnType<Change> {
  let left: Ask['caller']
  return {
    findPlants: async (caller, ask) => {
      ask.response.once('close', () => {
        if (!ask.response.writableFinished) left = caller
      })
      await setTimeout(5)
      const whose = left ?? caller
      left = undefined
      return findPlants(whose, ask)
    },
  }
}

export const given: Faults = {
  'same-caller-together: Of two lists that one caller requests at the same time, the second is empty.': countingWith(
    ({ caller }) => caller?.name ?? '',
    1,
    nothing,
  ),
  "same-address-together: Of more than three lists that are requested at the same address together, those after the third are the second caller's.":
    countingWith(({ url }) => url, 3, seenBy('ben')),
  'blocked-by-half-a-request: While a client has sent only a part of a request, no other request is answered.': waitingWhile(
    ({ begun }) => begun() > 0,
  ),
  'workers-asleep: While sixteen connections are open, idle or not, lists fail.': [failing(500), crowded(16)],
  'slots-lost: After ten clients have hung up on their requests, every list fails.': [failing(503), about('load', ({ lost }) => lost() >= 10)],
  'one-lost-mixes: When a client hangs up on its request, the next request on another connection gets the list meant for that client.': mixedUp,
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
}

export const completed: Faults = {
  'order-together: While another request is under way, a list is in reverse order.': countingWith(
    () => '',
    1,
    finding((found) => found.toReversed()),
  ),
  'unchallenged-together: While sixteen connections are open, a 401 has no challenge.': [lacking('WWW-Authenticate'), crowded(16)],
  'late-limit-together: From the third request of a connection, a 304 has no ETag while eight connections are open.': [
    lacking('ETag'),
    is304,
    onConnection(3),
    crowded(8),
  ],
}
