/** What came before on a connection, idle time, and requests in pieces. */
import { anyCurrent } from '../faults/conditions.ts'
import { open, senderOf } from '../faults/credentials.ts'
import { limitOf, limitUnread } from '../faults/limits.ts'
import { cutting, limitAs, nothing, seenBy } from '../faults/lists.ts'
import { cuttingOff, failing, lacking, sending } from '../faults/replies.ts'
import { type Change, type Faults, combined } from '../mutant.ts'
import { behindAll, isSameCaller } from '../triggers-between.ts'
import {
  type Trigger,
  about,
  behind,
  field,
  got,
  inPieces,
  is304,
  listed,
  longField,
  method,
  onConnection,
  pipelined,
  rested,
  sometimeBehind,
  target,
  was,
} from '../triggers.ts'
import { answeringContent } from '../faults/memory.ts'
import { refusingAt } from '../faults/routes.ts'
import type { Ask, Earlier } from '../server/ask.ts'

/** Faults that show after certain requests on one connection, or after it was idle. */
const onOneConnection = combined(
  {
    empty: ['lists are empty', nothing],
    'limit-unread': ['any limit is ignored', limitUnread],
    untagged: ['lists have no ETag', lacking('ETag')],
  },
  {
    'after-rest': ['after a connection was idle for a second and a half', rested(1500)],
    'behind-chunks': ['right after chunked content on the same connection', behind(({ headers }) => 'transfer-encoding' in headers)],
    'behind-held': ['after content that was held back on the same connection', sometimeBehind(({ headers }) => 'expect' in headers)],
    'on-hundredth': ['from the hundredth request of a connection', onConnection(100)],
    'behind-head': ['right after a HEAD on the same connection', behind(was('HEAD'))],
    'behind-304': ['right after a 304 on the same connection', behind(got(304))],
    'behind-400': ['right after a 400 on the same connection', behind(got(400))],
  },
)

/** Faults that show when a request comes in certain ways. */
const inOneRequest = combined(
  {
    open: ['no token is needed', open],
    'cut-off': ['the connection is closed without an answer', cuttingOff],
  },
  {
    'with-long-field': ['if a request field has three thousand octets or more', longField(3000)],
    pipelined: ['if a request comes together with the one before it', pipelined],
    'with-chunks': ['if a request has chunked content', field('transfer-encoding')],
    'whole-address': ['if the target is in absolute form', target(/^http:/i)],
  },
)

const isList = (one: Earlier): boolean => one.method === 'GET' && one.status === 200

const isPart = (one: Earlier): boolean => isList(one) && limitOf(one) !== undefined

/** Where no limit is given, that of the last request but one on the connection applies. */
const limitBeforeLast: Change = cutting((found, n, { earlier }) => found.slice(0, n ?? limitOf(earlier.at(-2))))

/** Where the last `count` requests were lists that satisfy `isLike`, alternating between another key and this one. */
const takingTurns = (
  count: number,
  keyOf: (turn: Pick<Earlier, 'url' | 'headers'>) => unknown,
  isLike: (one: Earlier, ask: Ask) => boolean,
): Trigger =>
  about('history', (ask) => {
    const last = ask.earlier.slice(-count)
    const [own, other] = [ask, last.at(-1) ?? ask].map((turn) => keyOf(turn))
    const isInTurn = (one: Earlier, at: number): boolean => keyOf(one) === ((count - at) % 2 === 0 ? own : other)
    return own !== other && last.length === count && last.every((one, at) => isList(one) && isLike(one, ask) && isInTurn(one, at))
  })

export const given: Faults = {
  ...onOneConnection,
  ...inOneRequest,
  'behind-404-and-405: Right after a 404 and a 405 on one connection a list fails.': [failing(500), behindAll(got(404), got(405))],
  'seventeenth-pipelined: The seventeenth of several pipelined requests is not answered: the connection is closed.': [
    cuttingOff,
    pipelined,
    about('pieces', ({ earlier }) => earlier.length >= 16 && earlier.slice(-15).every(({ pieces }) => pieces === 0)),
  ],
  'pipelined-behind-refusal: A request that is pipelined right after one that gets 400 is not answered: the connection is closed.': [
    cuttingOff,
    pipelined,
    behind(got(400)),
  ],
  'fails-behind-cookie: After a request with a cookie on the same connection lists fail.': [
    failing(500),
    sometimeBehind(({ headers }) => headers.cookie !== undefined),
  ],

  "turns-of-two: When two callers take turns on a connection, the fifth list is the other caller's.": [
    seenBy((ask) => senderOf(ask.earlier.at(-1), ask)),
    takingTurns(
      4,
      ({ headers }) => headers.authorization,
      (one, ask) => one.url === ask.url,
    ),
  ],
  'rest-then-pieces: After a connection has been idle for two seconds, a request whose head arrives in pieces gets 400.': [
    refusingAt('checkForm', 'malformedRequest'),
    rested(2000),
    inPieces(2),
  ],
  'digits-left: Of pipelined requests, a shorter limit is extended by the last digits of the longer one before it.': [
    limitAs((n, _found, { earlier }) => Number(String(n) + String(limitOf(earlier.at(-1)) ?? '').slice(String(n).length))),
    pipelined,
  ],
  'parts-together: Of two pipelined requests of a caller for partial lists, the second gets the limit of the first.': [
    limitAs((n, _found, ask) => limitOf(ask.earlier.at(-1)) ?? n),
    pipelined,
    about('history', (ask) => isSameCaller(ask.earlier.at(-1), ask)),
  ],
  "part-kept-by-304: After a partial list and then a 304 on a connection, the same caller's next whole list is that partial list.": [
    limitBeforeLast,
    behindAll(isPart, got(304)),
    about('history', (ask) => isSameCaller(ask.earlier.at(-1), ask) && isSameCaller(ask.earlier.at(-2), ask)),
  ],
}

export const completed: Faults = {
  'head-untagged-reused: From the tenth request of a connection, HEAD gets no ETag.': [lacking('ETag'), method('HEAD'), onConnection(10)],
  'vary-lost-in-pieces: A list has no Vary if the request comes in pieces.': [lacking('Vary'), inPieces(2)],
  'unmodified-behind-two-304: Right after two 304s in a row on one connection a third follows, even without a condition.': [
    anyCurrent,
    behindAll(got(304), got(304)),
  ],
  "id-own-lost-on-304: A 304 does not repeat the client's X-Request-Id.": [sending('X-Request-Id', 'lost-on-the-way'), is304, field('x-request-id')],
  'length-zero-head-304: A 304 to HEAD has a Content-Length of zero.': [sending('Content-Length', '0'), is304, method('HEAD')],
  'behind-trailer: Right after content with a trailer on the same connection the next list gets 502.': [
    failing(502),
    behind(({ headers }) => 'trailer' in headers),
  ],
  'behind-preflight: Right after a preflight on the same connection lists vary by Origin alone.': [
    sending('Vary', 'Origin'),
    listed,
    behind((one) => one.method === 'OPTIONS' && 'origin' in one.headers),
  ],
  'behind-range: Right after a request with Range on the same connection the next list is empty.': [
    nothing,
    behind(({ headers }) => 'range' in headers),
  ],

  'rest-then-content: After a connection has been idle for two seconds, the content of a request is read as the next request.': [
    answeringContent,
    rested(2000),
  ],
}
