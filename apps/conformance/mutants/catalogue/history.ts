/** What a server remembers, and the time of day. */
import { anyCurrent } from '../faults/conditions.ts'
import { limitOf, limitUnread } from '../faults/limits.ts'
import { limitAs, nothing, seenBy, shorter } from '../faults/lists.ts'
import { answeringContent, growingMessage, repeatingLength } from '../faults/memory.ts'
import { adding, bodies, cuttingOff, delaying, failing, lacking, listWithBody, sendingAs, silent } from '../faults/replies.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import {
  about,
  behind,
  every,
  field,
  firstOfAll,
  got,
  is200,
  is400,
  limited,
  method,
  onConnection,
  rested,
  reused,
  together,
  was,
} from '../triggers.ts'
import { lists, messageWith } from '../faults/bodies.ts'
import { admitting } from '../faults/credentials.ts'
import type { Ask, Earlier } from '../server/ask.ts'
import { before, behindAnywhere, grownOld, inARow, now, ofCaller, quiet } from '../triggers-between.ts'

/** Replaces the ids that the server makes itself. */
const idWhere = (make: (ask: Ask) => string): Change =>
  sendingAs('X-Request-Id', (own, ask) => (ask.headers['x-request-id'] === undefined ? make(ask) : own))

export const given: Faults = {
  'shorter-every-17: Every seventeenth list lacks its last plant.': [shorter, every(17)],
  'reset-every-9: Every ninth request is cut off.': [cuttingOff, every(9)],
  'fails-reused: From the second request of a connection, lists fail.': [failing(500), reused],
  'fails-reused-5: From the fifth request of a connection, lists fail.': [failing(500), onConnection(5)],
  'length-reused: On a reused connection a list has the Content-Length of the answer before it.': repeatingLength,
  'fails-together-2: A list fails while another request is under way.': [failing(500), together(2)],
  'shorter-together-3: While three requests are under way, lists lack their last plant.': [shorter, together(3)],
  'drops-together-6: While six requests are under way, every second one is cut off.': [cuttingOff, every(2), together(6)],
  'silent-every-19: Every nineteenth request is never answered.': [silent, every(19)],
  'slow-limit: A list with a limit takes half a minute.': [delaying(30_000), is200, limited],

  'same-ten-times: A caller who sends the same request ten times in a row gets 429.': [
    failing(429),
    about('history', (ask) => inARow(ofCaller(ask), 9, (one) => one.url === ask.url)),
  ],
  'largest-kept: On each connection, a limit smaller than an earlier one is replaced by the largest so far.': limitAs((n, _found, { earlier }) =>
    Math.max(n, ...earlier.map((one) => limitOf(one) ?? 0)),
  ),
  'flash-of-400: A wrong limit sets a cookie, and a request with that cookie gets the list in an object with an error message.': [
    on(is400, adding(['Set-Cookie', 'flash=limit; Path=/; Max-Age=60'])),
    on(
      field('cookie', /\bflash=limit\b/),
      lists((own) => `{"flash":"limit must be a whole number.","plants":${own}}`),
    ),
  ],
  "owner-vouches: A token that is no longer valid shows its former owner's plants for half a second after a request with the owner's new token.":
    admitting((token, ask) => {
      const owner = ask.world.refused.find((one) => one.token === token)?.formerly
      const own = ask.world.callers.find(({ name }) => name === owner)?.token
      const isNear = ({ headers, status, atMs }: Earlier): boolean =>
        status === 200 && headers.authorization === `Bearer ${own}` && ask.ageMs - atMs < 500
      return before(ask)
        .slice(-49)
        .some((one) => isNear(one))
        ? owner
        : undefined
    }),

  'quiet-second-empty: After a second and a half without requests the next list is empty.': [nothing, quiet(1500)],
  'gap-each-3-seconds: For fifty milliseconds in every three seconds lists are empty.': [nothing, now(50, 3000)],
  'connection-of-4-seconds: On a connection that is four seconds old lists are empty.': [nothing, grownOld(4000)],
  "rest-of-5-seconds: On a connection that was idle for five seconds every caller sees the second caller's plants.": [seenBy('ben'), rested(5000)],
  "others-every-500: Every five-hundredth list is the second caller's.": [seenBy('ben'), every(500)],
  'shorter-every-127: Every 127th list lacks its last plant.': [shorter, every(127)],
}

export const completed: Faults = {
  'empty-first: The very first list is empty.': [nothing, firstOfAll],
  'growing-message: Each message includes all earlier messages.': growingMessage,
  'unchallenged-reused: A 401 on a reused connection has no challenge.': [lacking('WWW-Authenticate'), reused],
  'bodyless-behind-head: Right after a HEAD on the same connection a list has no body.': [bodies(() => ''), listWithBody, behind(was('HEAD'))],
  'unmodified-behind-304: Right after a 304 on the same connection the next list gets 304 too, even without a condition.': [
    anyCurrent,
    behind(got(304)),
  ],
  'content-as-request: The content of a request is taken for the next request.': answeringContent,
  'refusals-together: While requests are under way together, wrong limits are accepted.': [limitUnread, together(2)],
  'silent-head: HEAD is never answered.': [silent, method('HEAD')],
  'held-content: The server waits for content that the client holds back, without asking for it.': () => ({ heldContent: () => 'waited for' }),

  'unmodified-kept: Right after a 304, on any connection, the next request for a list gets 304 too.': [anyCurrent, behindAnywhere(got(304))],
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
  'second-head-by-length: The second of two HEADs in a row on a connection gets a Content-Length of zero.': [
    sendingAs('Content-Length', (own) => (own === undefined ? own : '0')),
    is200,
    method('HEAD'),
    behind(was('HEAD')),
  ],

  'id-by-millisecond: Requests within the same millisecond get the same X-Request-Id.': idWhere(({ ageMs }) => `t${Math.floor(ageMs)}`),
  'id-of-eight-bits: After 256 requests the values of X-Request-Id repeat.': idWhere(({ number }) => `r${number % 256}`),
}
