/** Class 10, continued: what shows at a certain age, at a certain time, after a quiet while, or by the number of requests. */
import { tagWith } from '../faults/conditions.ts'
import { admittingRetired } from '../faults/credentials.ts'
import { nothing, reversed, seenBy, shorter } from '../faults/lists.ts'
import { crashing, cuttingOff, failing, lacking, sendingAs } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { aged, connectionNumber, grownOld, lateFirst, now, ofEachCaller, quiet } from '../triggers-between.ts'
import { about, after, every, rested } from '../triggers.ts'

/** Ids of the server's own. */
const idWhere = (make: (ask: Ask) => string): Change =>
  sendingAs('X-Request-Id', (own, ask) => (ask.headers['x-request-id'] === undefined ? make(ask) : own))

export const given: Faults = {
  'quiet-second-fails: Where nobody asked for a second, the next list fails.': [failing(500), quiet(1000)],
  'quiet-second-empty: Where nobody asked for a second and a half, the next list is empty.': [nothing, quiet(1500)],
  "age-4-untokened: From its fourth second on, the server shows the second caller's plants to who brings an expired token.": [
    admittingRetired(),
    aged(4000),
  ],
  'age-6-shorter: From its sixth second on, lists miss their last plant.': [shorter, aged(6000)],
  'gap-each-3-seconds: For fifty milliseconds of every three seconds lists are empty.': [nothing, now(50, 3000)],
  "others-each-2-seconds: For twenty milliseconds of every two seconds everybody sees the second caller's plants.": [seenBy('ben'), now(20, 2000)],
  'connection-of-4-seconds: A connection that is four seconds old shows empty lists.': [nothing, grownOld(4000)],
  'late-first-fails: Who asks more than a second after connecting gets 500 for the first list.': [failing(500), lateFirst(1000)],
  "rest-of-5-seconds: After five seconds of rest a connection shows the second caller's plants.": [seenBy('ben'), rested(5000)],
  "seventh-of-each-caller: Each caller's seventh request fails.": [failing(500), ofEachCaller((nth) => nth === 7)],
  'quota-of-1000: After a thousand requests a caller gets 403.': [failing(403), ofEachCaller((nth) => nth > 1000)],
  'fails-after-2000: After two thousand requests every list fails.': [failing(500), after(2000)],
  "others-every-500: Every five-hundredth list is the second caller's.": [seenBy('ben'), every(500)],
  'shorter-every-127: Every 127th list misses its last plant.': [shorter, every(127)],
  'crash-at-700th-connection: The seven-hundredth connection ends the server.': [crashing, connectionNumber((number) => number >= 700)],
  'cut-every-50th-connection: Every fiftieth connection ends without an answer.': [cuttingOff, connectionNumber((number) => number % 50 === 0)],
}

export const completed: Faults = {
  'tag-by-time: The same list has another ETag every three seconds.': tagWith(({ ageMs }) => Math.floor(ageMs / 3000)),
  'tag-by-connection: From the hundredth connection on the same list has another ETag.': tagWith(({ connection }) =>
    Number(connection.number >= 100),
  ),
  'id-by-millisecond: Two requests within a millisecond get one X-Request-Id.': idWhere(({ ageMs }) => `t${Math.floor(ageMs)}`),
  'id-of-eight-bits: After 256 requests the ids begin anew.': idWhere(({ number }) => `r${number % 256}`),
  'order-by-turns: In every second of the clock that is odd, lists are in reversed order.': [
    reversed,
    about('clock', ({ ageMs }) => Math.floor(ageMs / 1000) % 2 === 1),
  ],
  'vary-lost-at-5: From its fifth second on, the server forgets Vary.': [lacking('Vary'), aged(5000)],
}
