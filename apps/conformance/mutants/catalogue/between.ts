/** Class 10, continued: what shows between requests. A few plain faults, each at many turns that a connection can take. */
import { limitUnread } from '../faults/limits.ts'
import { nothing, shorter } from '../faults/lists.ts'
import { failing, sending } from '../faults/replies.ts'
import { type Change, combined, faultsOf, type Words } from '../mutant.ts'
import { behind, onConnection, type Trigger } from '../triggers.ts'

const behindStatus = (code: number): Trigger => behind(({ status }) => status === code)

const faults: Words<Change> = {
  fails: ['lists fail', failing(500)],
  empty: ['lists are empty', nothing],
  shorter: ['lists miss their last plant', shorter],
  untagged: ['lists have no ETag', sending('ETag', undefined)],
}

const lists = combined(faults, { 'behind-304': ['behind a 304 on the same connection', behindStatus(304)] })

const all = combined(
  {
    ...faults,
    'limit-unread': ['any limit is taken for none', limitUnread],
  },
  {
    'on-hundredth': ['from the hundredth request of a connection on', onConnection(100)],
    'behind-head': ['behind HEAD on the same connection', behind((earlier) => earlier.method === 'HEAD')],
    'behind-400': ['behind a 400 on the same connection', behindStatus(400)],
    'behind-401': ['behind a 401 on the same connection', behindStatus(401)],
    'behind-404': ['behind a 404 on the same connection', behindStatus(404)],
    'behind-405': ['behind a 405 on the same connection', behindStatus(405)],
  },
)

export const between = faultsOf('time and state', { given: { ...lists, ...all } })
