/** Class 10, continued: what shows between requests. A few plain faults, each at many turns that a session can take. */
import { open } from '../faults/credentials.ts'
import { limitUnread } from '../faults/limits.ts'
import { nothing, shorter } from '../faults/lists.ts'
import { cuttingOff, failing, sending } from '../faults/replies.ts'
import { combined, faultsOf } from '../mutant.ts'
import { behind, longField, onConnection, request, type Trigger } from '../triggers.ts'

const behindStatus = (code: number): Trigger => behind(({ status }) => status === code)

/** Turns that a session takes on one connection. */
const onOneConnection = combined(
  {
    fails: ['lists fail', failing(500)],
    empty: ['lists are empty', nothing],
    shorter: ['lists miss their last plant', shorter],
    'limit-unread': ['any limit is taken for none', limitUnread],
    untagged: ['lists have no ETag', sending('ETag', undefined)],
  },
  {
    'on-hundredth': ['from the hundredth request of a connection on', onConnection(100)],
    'behind-head': ['behind HEAD on the same connection', behind((earlier) => earlier.method === 'HEAD')],
    'behind-304': ['behind a 304 on the same connection', behindStatus(304)],
    'behind-400': ['behind a 400 on the same connection', behindStatus(400)],
    'behind-401': ['behind a 401 on the same connection', behindStatus(401)],
    'behind-404': ['behind a 404 on the same connection', behindStatus(404)],
    'behind-405': ['behind a 405 on the same connection', behindStatus(405)],
    'behind-content': ['behind content on the same connection', behind(({ headers }) => Number(headers['content-length'] ?? 0) > 0)],
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
    'on-http-1.0': ['where a request speaks HTTP/1.0', request((ask) => ask.request.httpVersion === '1.0')],
    'with-long-field': ['where a request field is of three thousand octets', longField(3000)],
  },
)

export const between = faultsOf('time and state', { given: { ...onOneConnection, ...inOneRequest } })
