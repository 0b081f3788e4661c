/** Time and state: faults that show at an age or a time, after a quiet period, or by the number of requests. */
import { tagWith } from '../faults/conditions.ts'
import { admittingRetired } from '../faults/credentials.ts'
import { nothing, reversed, seenBy, shorter } from '../faults/lists.ts'
import { crashing, cuttingOff, failing, lacking, sendingAs } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { aged, connectionNumber, grownOld, lateFirst, now, ofEachCaller, quiet } from '../triggers-between.ts'
import { about, after, every, rested } from '../triggers.ts'

/** Replaces the ids that the server makes itself. */
const idWhere = (make: (ask: Ask) => string): Change =>
  sendingAs('X-Request-Id', (own, ask) => (ask.headers['x-request-id'] === undefined ? make(ask) : own))

export const given: Faults = {
  'quiet-second-fails: After a second without requests the next list fails.': [failing(500), quiet(1000)],
  'quiet-second-empty: After a second and a half without requests the next list is empty.': [nothing, quiet(1500)],
  'age-4-untokened: Once the server is four seconds old, tokens that are no longer valid are accepted.': [admittingRetired(), aged(4000)],
  'age-6-shorter: Once the server is six seconds old, lists lack their last plant.': [shorter, aged(6000)],
  'gap-each-3-seconds: For fifty milliseconds in every three seconds lists are empty.': [nothing, now(50, 3000)],
  "others-each-2-seconds: For twenty milliseconds in every two seconds every caller sees the second caller's plants.": [seenBy('ben'), now(20, 2000)],
  'connection-of-4-seconds: On a connection that is four seconds old lists are empty.': [nothing, grownOld(4000)],
  'late-first-fails: The first request on a connection gets 500 if it comes more than a second after connecting.': [failing(500), lateFirst(1000)],
  "rest-of-5-seconds: On a connection that was idle for five seconds every caller sees the second caller's plants.": [seenBy('ben'), rested(5000)],
  "seventh-of-each-caller: Each caller's seventh request fails.": [failing(500), ofEachCaller((nth) => nth === 7)],
  'quota-of-1000: After a thousand requests a caller gets 403.': [failing(403), ofEachCaller((nth) => nth > 1000)],
  'fails-after-2000: After two thousand requests every list fails.': [failing(500), after(2000)],
  "others-every-500: Every five-hundredth list is the second caller's.": [seenBy('ben'), every(500)],
  'shorter-every-127: Every 127th list lacks its last plant.': [shorter, every(127)],
  'crash-at-700th-connection: The 700th connection crashes the server.': [crashing, connectionNumber((number) => number >= 700)],
  'cut-every-50th-connection: Every fiftieth connection is closed without an answer.': [cuttingOff, connectionNumber((number) => number % 50 === 0)],
}

export const completed: Faults = {
  'tag-by-time: The same list gets a different ETag every three seconds.': tagWith(({ ageMs }) => Math.floor(ageMs / 3000)),
  'tag-by-connection: From the hundredth connection on, the same list has a different ETag.': tagWith(({ connection }) =>
    Number(connection.number >= 100),
  ),
  'id-by-millisecond: Requests within the same millisecond get the same X-Request-Id.': idWhere(({ ageMs }) => `t${Math.floor(ageMs)}`),
  'id-of-eight-bits: After 256 requests the values of X-Request-Id repeat.': idWhere(({ number }) => `r${number % 256}`),
  'order-by-turns: In every odd second since the server started, lists are in reverse order.': [
    reversed,
    about('clock', ({ ageMs }) => Math.floor(ageMs / 1000) % 2 === 1),
  ],
  'vary-lost-at-5: Once the server is five seconds old, it no longer sends Vary.': [lacking('Vary'), aged(5000)],
}
