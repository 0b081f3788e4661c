/** Class 10, continued: what shows behind two or more requests on one connection. */
import { current } from '../faults/conditions.ts'
import { nothing, seenBy, shorter } from '../faults/lists.ts'
import { cuttingOff, failing, sending } from '../faults/replies.ts'
import type { Faults } from '../mutant.ts'
import { behindAll } from '../triggers-between.ts'
import { about, behind, field, is304, method, pipelined, sometimeBehind } from '../triggers.ts'

const status =
  (code: number) =>
  (one: { readonly status?: number }): boolean =>
    one.status === code
const isHead = (one: { readonly method: string }): boolean => one.method === 'HEAD'

export const given: Faults = {
  'behind-404-and-405: Behind a 404 and a 405 on one connection a list fails.': [failing(500), behindAll(status(404), status(405))],
  'behind-head-and-304: Behind HEAD and a 304 on one connection a list is empty.': [nothing, behindAll(isHead, status(304))],
  'behind-three-refusals: Behind three 400 in a row on one connection lists miss their last plant.': [
    shorter,
    behindAll(status(400), status(400), status(400)),
  ],
  "behind-two-401: Behind two 401 in a row on one connection, anybody sees the second caller's plants.": [
    seenBy('ben'),
    behindAll(status(401), status(401)),
  ],
  'seventeenth-pipelined: The seventeenth of requests that come together is never answered: the connection ends.': [
    cuttingOff,
    pipelined,
    about('pieces', ({ earlier }) => earlier.length >= 16 && earlier.slice(-15).every(({ pieces }) => pieces === 0)),
  ],
  'pipelined-behind-refusal: A request that comes together with one that is refused is not answered.': [cuttingOff, pipelined, behind(status(400))],
  'fails-behind-cookie: A list that is asked for behind a request with a cookie on the same connection fails.': [
    failing(500),
    sometimeBehind(({ headers }) => headers.cookie !== undefined),
  ],
}

export const completed: Faults = {
  'unmodified-behind-two-304: Behind two 304 in a row on one connection comes a third, unasked.': [
    current(() => true),
    behindAll(status(304), status(304)),
  ],
  'untagged-behind-three-heads: Behind three HEAD in a row on one connection a list has no ETag.': [
    sending('ETag', undefined),
    behindAll(isHead, isHead, isHead),
  ],
  "id-own-lost-on-304: A 304 does not repeat the request's own X-Request-Id.": [
    sending('X-Request-Id', 'lost-on-the-way'),
    is304,
    field('x-request-id'),
  ],
  'length-zero-head-304: A 304 to HEAD says that the list has no octet.': [sending('Content-Length', '0'), is304, method('HEAD')],
}
