/** What came before, on a connection or anywhere; the time of day, idle time, pieces, and requests at the same time. */
import { setTimeout } from 'node:timers/promises'
import { messageWith } from '../faults/bodies.ts'
import { open } from '../faults/credentials.ts'
import { limitOf } from '../faults/limits.ts'
import { limitAs, nothing, seenBy } from '../faults/lists.ts'
import { answeringContent } from '../faults/memory.ts'
import { bodies, cuttingOff, failing, lacking, listWithBody, sending, sendingAs, silent } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import {
  before,
  behind,
  behindAnywhere,
  every,
  field,
  got,
  grownOld,
  inPieces,
  is304,
  isSameCaller,
  method,
  onConnection,
  pipelined,
  quiet,
  request,
  rested,
  reused,
  sometimeBehind,
  was,
} from '../triggers.ts'

/** Replaces the ids that the server makes itself. */
const idWhere = (make: (ask: Ask) => string): Change =>
  sendingAs('X-Request-Id', (own, ask) => (ask.headers['x-request-id'] === undefined ? make(ask) : own))

/** Waits while a client has sent only a part of a request. */
const waiting: Change = ({ pause }) => ({
  pause: async (ask) => {
    for (let tries = 0; ask.begun() > 0 && tries < 3000; tries += 1) await setTimeout(10, undefined, { ref: false })
    await pause(ask)
  },
})

export const given: Faults = {
  'reset-every-9: Every ninth request is cut off.': [cuttingOff, every(9)],
  'quiet-second-empty: After a second and a half without requests the next list is empty.': [nothing, quiet(1500)],
  'connection-of-4-seconds: On a connection that is four seconds old lists are empty.': [nothing, grownOld(4000)],
  "rest-of-5-seconds: On a connection that was idle for five seconds every caller sees the second caller's plants.": [seenBy('ben'), rested(5000)],
  "others-every-500: Every five-hundredth list is the second caller's.": [seenBy('ben'), every(500)],
  'blocked-by-half-a-request: While a client has sent only a part of a request, no other request is answered.': waiting,
  'slots-lost: After ten clients have hung up on their requests, every list fails.': [failing(503), request(({ lost }) => lost() >= 10)],

  'empty-behind-held: After content that was held back on the same connection lists are empty.': [
    nothing,
    sometimeBehind(({ headers }) => 'expect' in headers),
  ],
  'open-with-long-field: A request with a field of three thousand bytes or more needs no token.': [
    open,
    request(({ request: { rawHeaders } }) => rawHeaders.some(({ length }) => length >= 3000)),
  ],
  'open-pipelined: A request that comes together with the one before it needs no token.': [open, pipelined],
  'behind-404-and-405: Right after a 404 and a 405 on one connection a list fails.': [failing(500), behind(got(404), got(405))],
  'pipelined-behind-refusal: A request that is pipelined right after one that gets 400 is not answered: the connection is closed.': [
    cuttingOff,
    pipelined,
    behind(got(400)),
  ],

  'parts-together: Of two pipelined requests of a caller for partial lists, the second gets the limit of the first.': [
    limitAs((n, _found, ask) => limitOf(ask.earlier.at(-1)) ?? n),
    pipelined,
    request((ask) => isSameCaller(ask.earlier.at(-1), ask)),
  ],
}

export const completed: Faults = {
  'bodyless-behind-head: Right after a HEAD on the same connection a list has no body.': [bodies(() => ''), listWithBody, behind(was('HEAD'))],
  'content-as-request: The content of a request is taken for the next request.': answeringContent,
  'silent-head: HEAD is never answered.': [silent, method('HEAD')],
  'held-content: The server waits for content that the client holds back, without asking for it.': () => ({ heldContent: () => 'waited for' }),

  'fails-behind-405-anywhere: Right after a 405, on any connection, the next list fails.': [failing(500), behindAnywhere(got(405))],
  'id-of-another: A request without X-Request-Id gets the last one that any client sent.': sendingAs('X-Request-Id', (own, ask) => {
    const last = before(ask).findLast((one) => one.headers['x-request-id'] !== undefined)?.headers['x-request-id']
    return ask.headers['x-request-id'] === undefined && /^[\w.:-]{1,64}$/.test(last?.toString() ?? '') ? last?.toString() : own
  }),
  'message-of-another: A refusal of a limit repeats the limit that was refused before it, whoever sent that.': (reference) => {
    let last = 'none'
    return messageWith(40_001, (message, ask) => {
      const more = ` Before it came: ${last}.`
      last = (ask?.query.get('limit') ?? 'none').slice(0, 20).replaceAll(/[^\w-]/g, '_')
      return message + more
    })(reference)
  },

  'id-of-eight-bits: After 256 requests the values of X-Request-Id repeat.': idWhere(({ number }) => `r${number % 256}`),

  'untagged-on-hundredth: From the hundredth request of a connection lists have no ETag.': [lacking('ETag'), onConnection(100)],
  'unchallenged-reused: A 401 on a reused connection has no challenge.': [lacking('WWW-Authenticate'), reused],
  'vary-lost-in-pieces: A list has no Vary if the request comes in pieces.': [lacking('Vary'), inPieces(2)],
  "id-own-lost-on-304: A 304 does not repeat the client's X-Request-Id.": [sending('X-Request-Id', 'lost-on-the-way'), is304, field('x-request-id')],
  'length-zero-head-304: A 304 to HEAD has a Content-Length of zero.': [sending('Content-Length', '0'), is304, method('HEAD')],
  'behind-trailer: Right after content with a trailer on the same connection the next list gets 502.': [
    failing(502),
    behind(({ headers }) => 'trailer' in headers),
  ],
}
