/** Time and state: what came before on a connection, idle time, requests in pieces, and clients that hang up. */
import { anyCurrent, deaf } from '../faults/conditions.ts'
import { open, refusingTokens } from '../faults/credentials.ts'
import { limitUnread, limitUnseen } from '../faults/limits.ts'
import { nothing, seenBy, shorter } from '../faults/lists.ts'
import { cuttingOff, failing, lacking, sending } from '../faults/replies.ts'
import { lengthOf } from '../faults/routes.ts'
import { combined, type Faults } from '../mutant.ts'
import type { Ask, Earlier } from '../server/ask.ts'
import { behindAll } from '../triggers-between.ts'
import {
  about,
  behind,
  field,
  got,
  http10,
  inPieces,
  is304,
  limitBehind,
  listed,
  longField,
  method,
  not,
  onConnection,
  onLines,
  pipelined,
  request,
  rested,
  sometimeBehind,
  target,
  was,
  whileOthersHangUp,
} from '../triggers.ts'

const hasLongField = ({ headers }: Earlier): boolean => Object.values(headers).some((value) => String(value).length > 2000)

const isAnother = ({ headers, earlier }: Ask): boolean => {
  const before = earlier.at(-1)?.headers.authorization
  return before !== undefined && before !== headers.authorization
}

/** Faults that show after certain requests on one connection, or after it was idle. */
const onOneConnection = combined(
  {
    fails: ['lists fail', failing(500)],
    empty: ['lists are empty', nothing],
    shorter: ['lists lack their last plant', shorter],
    'limit-unread': ['any limit is ignored', limitUnread],
    untagged: ['lists have no ETag', lacking('ETag')],
  },
  {
    'behind-content': ['right after content on the same connection', behind((one) => lengthOf(one) > 0)],
    'after-rest': ['after a connection was idle for a second and a half', rested(1500)],
    'behind-chunks': ['right after chunked content on the same connection', behind(({ headers }) => 'transfer-encoding' in headers)],
    'behind-held': ['after content that was held back on the same connection', sometimeBehind(({ headers }) => 'expect' in headers)],
    'behind-long-field': ['right after a request with a long field on the same connection', behind(hasLongField)],
    'behind-pieces': ['right after a request in pieces on the same connection', behind(({ pieces }) => pieces > 1)],
    'behind-another-caller': ['right after another caller on the same connection', request(isAnother)],
    'on-hundredth': ['from the hundredth request of a connection', onConnection(100)],
    'behind-head': ['right after a HEAD on the same connection', behind(was('HEAD'))],
    'behind-304': ['right after a 304 on the same connection', behind(got(304))],
    'behind-400': ['right after a 400 on the same connection', behind(got(400))],
    'behind-401': ['right after a 401 on the same connection', behind(got(401))],
    'behind-404': ['right after a 404 on the same connection', behind(got(404))],
    'behind-405': ['right after a 405 on the same connection', behind(got(405))],
  },
)

/** Faults that show when a request comes in certain ways. */
const inOneRequest = combined(
  {
    fails: ['lists fail', failing(500)],
    shorter: ['lists lack their last plant', shorter],
    open: ['no token is needed', open],
    'cut-off': ['the connection is closed without an answer', cuttingOff],
  },
  {
    'on-http-1.0': ['if a request is HTTP/1.0', http10],
    'with-long-field': ['if a request field has three thousand octets or more', longField(3000)],
    'in-pieces': ['if the head of a request comes in three pieces or more', inPieces(3)],
    pipelined: ['if a request comes together with the one before it', pipelined],
    'with-chunks': ['if a request has chunked content', field('transfer-encoding')],
    'while-others-hang-up': ['while three other clients hang up', whileOthersHangUp(3)],
    'whole-address': ['if the target is in absolute form', target(/^http:/i)],
  },
)

const conditions = ({ headers }: Ask): readonly string[] => headers['if-none-match']?.split(/, */) ?? []

export const given: Faults = {
  'limit-behind-thousand: A limit after a thousand other parameters is not found.': [limitUnseen, limitBehind(1000)],
  "others-after-rest: After two seconds of idle time a connection shows the second caller's plants.": [seenBy('ben'), rested(2000)],
  ...onOneConnection,
  ...inOneRequest,
  'behind-404-and-405: Right after a 404 and a 405 on one connection a list fails.': [failing(500), behindAll(got(404), got(405))],
  'behind-head-and-304: Right after a HEAD and a 304 on one connection a list is empty.': [nothing, behindAll(was('HEAD'), got(304))],
  'behind-three-refusals: Right after three 400s in a row on one connection lists lack their last plant.': [
    shorter,
    behindAll(got(400), got(400), got(400)),
  ],
  "behind-two-401: Right after two 401s in a row on one connection, every caller sees the second caller's plants.": [
    seenBy('ben'),
    behindAll(got(401), got(401)),
  ],
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
}

export const completed: Faults = {
  'condition-on-second-line: If-None-Match on two lines is ignored.': [deaf, onLines('if-none-match')],
  'condition-long: An If-None-Match of two thousand octets or more gets 304, whatever it names.': [anyCurrent, field('if-none-match', /^.{2000}/s)],
  'condition-any-of-many: An If-None-Match of more than twenty tags gets 304, whatever it names.': [
    anyCurrent,
    request((ask) => conditions(ask).length > 20),
  ],
  'token-behind-cookie: A token beside a long cookie is refused.': [refusingTokens, field('cookie', /^.{1000}/s)],
  'head-untagged-reused: From the tenth request of a connection, HEAD gets no ETag.': [lacking('ETag'), method('HEAD'), onConnection(10)],
  'vary-lost-in-pieces: A list has no Vary if the request comes in pieces.': [lacking('Vary'), inPieces(2)],
  'uncached-behind-head: Right after a HEAD on the same connection a list has no Cache-Control.': [
    lacking('Cache-Control'),
    not(method('HEAD')),
    behind(was('HEAD')),
  ],
  'unmodified-behind-two-304: Right after two 304s in a row on one connection a third follows, even without a condition.': [
    anyCurrent,
    behindAll(got(304), got(304)),
  ],
  'untagged-behind-three-heads: Right after three HEADs in a row on one connection a list has no ETag.': [
    lacking('ETag'),
    behindAll(was('HEAD'), was('HEAD'), was('HEAD')),
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
  'behind-coded-content: Right after content with a Content-Encoding on the same connection the next list fails.': [
    failing(500),
    behind(({ headers }) => 'content-encoding' in headers),
  ],
  'behind-range: Right after a request with Range on the same connection the next list is empty.': [
    nothing,
    behind(({ headers }) => 'range' in headers),
  ],
}
