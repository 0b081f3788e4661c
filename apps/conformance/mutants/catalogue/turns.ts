/** Class 10, continued: turns of a connection: what came before on it, rests, pieces, and clients that hang up. */
import { anyCurrent, deaf } from '../faults/conditions.ts'
import { open, refusingTokens } from '../faults/credentials.ts'
import { limitUnread, limitUnseen } from '../faults/limits.ts'
import { nothing, seenBy, shorter } from '../faults/lists.ts'
import { cuttingOff, failing, lacking, sending } from '../faults/replies.ts'
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

/** Turns that a session takes on one connection. */
const onOneConnection = combined(
  {
    fails: ['lists fail', failing(500)],
    empty: ['lists are empty', nothing],
    shorter: ['lists miss their last plant', shorter],
    'limit-unread': ['any limit is taken for none', limitUnread],
    untagged: ['lists have no ETag', lacking('ETag')],
  },
  {
    'behind-content': ['behind content on the same connection', behind(({ headers }) => Number(headers['content-length'] ?? 0) > 0)],
    'after-rest': ['after a second and a half of rest on a connection', rested(1500)],
    'behind-chunks': ['behind content in chunks on the same connection', behind(({ headers }) => 'transfer-encoding' in headers)],
    'behind-held': ['behind content that was held back on the same connection', sometimeBehind(({ headers }) => 'expect' in headers)],
    'behind-long-field': ['behind a long request field on the same connection', behind(hasLongField)],
    'behind-pieces': ['behind a request in pieces on the same connection', behind(({ pieces }) => pieces > 1)],
    'behind-another-caller': ['behind another caller on the same connection', request(isAnother)],
    'on-hundredth': ['from the hundredth request of a connection on', onConnection(100)],
    'behind-head': ['behind HEAD on the same connection', behind(was('HEAD'))],
    'behind-304': ['behind a 304 on the same connection', behind(got(304))],
    'behind-400': ['behind a 400 on the same connection', behind(got(400))],
    'behind-401': ['behind a 401 on the same connection', behind(got(401))],
    'behind-404': ['behind a 404 on the same connection', behind(got(404))],
    'behind-405': ['behind a 405 on the same connection', behind(got(405))],
  },
)

/** Ways in which one request can come. */
const inOneRequest = combined(
  {
    fails: ['lists fail', failing(500)],
    shorter: ['lists miss their last plant', shorter],
    open: ['no token is asked for', open],
    'cut-off': ['the connection ends without an answer', cuttingOff],
  },
  {
    'on-http-1.0': ['where a request speaks HTTP/1.0', http10],
    'with-long-field': ['where a request field is of three thousand octets', longField(3000)],
    'in-pieces': ['where the head of a request comes in three pieces', inPieces(3)],
    pipelined: ['where a request comes together with the one before it', pipelined],
    'with-chunks': ['where a request has content in chunks', field('transfer-encoding')],
    'while-others-hang-up': ['while three others hang up', whileOthersHangUp(3)],
    'whole-address': ['where the target is a whole address', target(/^http:/i)],
  },
)

const conditions = ({ headers }: Ask): readonly string[] => headers['if-none-match']?.split(/, */) ?? []

export const given: Faults = {
  'limit-behind-thousand: A limit behind a thousand other parameters is not found.': [limitUnseen, limitBehind(1000)],
  "others-after-rest: After a rest of two seconds a connection shows the second caller's plants.": [seenBy('ben'), rested(2000)],
  ...onOneConnection,
  ...inOneRequest,
  'behind-404-and-405: Behind a 404 and a 405 on one connection a list fails.': [failing(500), behindAll(got(404), got(405))],
  'behind-head-and-304: Behind HEAD and a 304 on one connection a list is empty.': [nothing, behindAll(was('HEAD'), got(304))],
  'behind-three-refusals: Behind three 400 in a row on one connection lists miss their last plant.': [
    shorter,
    behindAll(got(400), got(400), got(400)),
  ],
  "behind-two-401: Behind two 401 in a row on one connection, anybody sees the second caller's plants.": [
    seenBy('ben'),
    behindAll(got(401), got(401)),
  ],
  'seventeenth-pipelined: The seventeenth of requests that come together is never answered: the connection ends.': [
    cuttingOff,
    pipelined,
    about('pieces', ({ earlier }) => earlier.length >= 16 && earlier.slice(-15).every(({ pieces }) => pieces === 0)),
  ],
  'pipelined-behind-refusal: A request that comes together with one that is refused is not answered.': [cuttingOff, pipelined, behind(got(400))],
  'fails-behind-cookie: A list that is asked for behind a request with a cookie on the same connection fails.': [
    failing(500),
    sometimeBehind(({ headers }) => headers.cookie !== undefined),
  ],
}

export const completed: Faults = {
  'condition-on-second-line: If-None-Match on two lines is not heard.': [deaf, onLines('if-none-match')],
  'condition-long: If-None-Match of more than two thousand octets gets 304.': [anyCurrent, field('if-none-match', /^.{2000}/s)],
  'condition-any-of-many: Of more than twenty tags any gets 304.': [anyCurrent, request((ask) => conditions(ask).length > 20)],
  'token-behind-cookie: A token is refused behind a long cookie.': [refusingTokens, field('cookie', /^.{1000}/s)],
  'head-untagged-reused: HEAD has no ETag from the tenth request of a connection on.': [lacking('ETag'), method('HEAD'), onConnection(10)],
  'vary-lost-in-pieces: A list has no Vary where a request comes in pieces.': [lacking('Vary'), inPieces(2)],
  'uncached-behind-head: Behind HEAD a list has no Cache-Control.': [lacking('Cache-Control'), not(method('HEAD')), behind(was('HEAD'))],
  'unmodified-behind-two-304: Behind two 304 in a row on one connection comes a third, unasked.': [anyCurrent, behindAll(got(304), got(304))],
  'untagged-behind-three-heads: Behind three HEAD in a row on one connection a list has no ETag.': [
    lacking('ETag'),
    behindAll(was('HEAD'), was('HEAD'), was('HEAD')),
  ],
  "id-own-lost-on-304: A 304 does not repeat the request's own X-Request-Id.": [
    sending('X-Request-Id', 'lost-on-the-way'),
    is304,
    field('x-request-id'),
  ],
  'length-zero-head-304: A 304 to HEAD says that the list has no octet.': [sending('Content-Length', '0'), is304, method('HEAD')],
  'behind-trailer: Behind content with a trailer on the same connection the next list gets 502.': [
    failing(502),
    behind(({ headers }) => 'trailer' in headers),
  ],
  'behind-preflight: Behind a preflight on the same connection lists vary by Origin alone.': [
    sending('Vary', 'Origin'),
    listed,
    behind((one) => one.method === 'OPTIONS' && 'origin' in one.headers),
  ],
  'behind-coded-content: Behind content with a coding on the same connection the next list fails.': [
    failing(500),
    behind(({ headers }) => 'content-encoding' in headers),
  ],
  'behind-range: Behind a request for a part of the octets on the same connection the next list is empty.': [
    nothing,
    behind(({ headers }) => 'range' in headers),
  ],
}
