/** Time and state: what earlier requests, whoever sent them, leave behind for later ones. */
import { lists, messageWith } from '../faults/bodies.ts'
import { anyCurrent } from '../faults/conditions.ts'
import { admitting } from '../faults/credentials.ts'
import { limitOf } from '../faults/limits.ts'
import { limitAs, nothing } from '../faults/lists.ts'
import { adding, failing, refusing, sendingAs } from '../faults/replies.ts'
import { type Faults, on } from '../mutant.ts'
import type { Ask, Earlier } from '../server/ask.ts'
import { before, behindAnywhere, connectionNumber, inARow, ofCaller } from '../triggers-between.ts'
import { about, behind, field, got, is200, is400, method, request, was } from '../triggers.ts'

/** How many different keys the requests up to this one have. */
const different = (ask: Ask, keyOf: (one: Earlier) => string | undefined): number =>
  new Set(ask.all.slice(0, ask.number).map((one) => keyOf(one))).size

function isSameAgain({ earlier, url: target, headers }: Ask): boolean {
  const last = earlier.at(-1)
  return last !== undefined && last.url === target && last.headers.authorization === headers.authorization && last.status === 200
}

export const given: Faults = {
  'table-of-tokens: Whenever another sixty different credentials have been seen, valid ones are refused until a new one comes.': [
    failing(401),
    about('count', (ask) => different(ask, ({ headers }) => headers.authorization) % 60 === 0),
  ],
  'table-of-limits: After a caller has used forty different limits, lists with a limit have at most one plant.': limitAs((n, _found, ask) =>
    new Set(ofCaller(ask).map((one) => one.url)).size >= 40 ? Math.min(n, 1) : n,
  ),
  'table-of-addresses: After 500 different addresses have been requested, lists fail.': [
    failing(500),
    about('count', (ask) => different(ask, (one) => one.url) > 500),
  ],
  'same-ten-times: A caller who sends the same request ten times in a row gets 429.': [
    failing(429),
    about('history', (ask) => inARow(ofCaller(ask), 9, (one) => one.url === ask.url)),
  ],
  "refusal-remembered: A caller's next request within a tenth of a second after a wrong limit is refused with 400 again.": [
    failing(400),
    behindAnywhere(
      ({ status, headers, atMs }, ask) => status === 400 && headers.authorization === ask.headers.authorization && ask.ageMs - atMs < 100,
    ),
  ],
  'limit-one-more: When a caller requests n plants and then n + 1, the second list has only n.': limitAs((n, _found, ask) =>
    ofCaller(ask).at(-1)?.url === `/plants?limit=${n - 1}` ? n - 1 : n,
  ),
  'cursor-kept: A client that sends the same limit twice in a row on one connection gets the next page.': ({ cut }) => ({
    cut: (found, n, ask) => (n !== undefined && isSameAgain(ask) ? cut(found.slice(n), n, ask) : cut(found, n, ask)),
  }),
  'largest-kept: On each connection, a limit smaller than an earlier one is replaced by the largest so far.': limitAs((n, _found, { earlier }) =>
    Math.max(n, ...earlier.map((one) => limitOf(one) ?? 0)),
  ),
  "preference-kept: After three requests in a row with the same limit, a caller's request without a limit gets that limit.": ({ cut }) => ({
    cut: (found, n, ask) => {
      const last = ofCaller(ask)
      const kept = limitOf(last.at(-1))
      return cut(found, n ?? (inARow(last, 3, (one) => limitOf(one) === kept) ? kept : undefined), ask)
    },
  }),
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
}

export const completed: Faults = {
  'locked-out-at-five: After five refused tokens in a row, whoever sent them, the next valid one is refused.': [
    failing(401),
    about('history', (ask) => inARow(before(ask), 5, ({ status, headers }) => status === 401 && headers.authorization !== undefined)),
  ],
  'head-kept-for-get: A GET right after a HEAD for the same address, on any connection, gets an empty list.': [
    nothing,
    is200,
    behindAnywhere((one, ask) => one.method === 'HEAD' && ask.method === 'GET' && one.url === ask.url),
  ],
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
  'request-id-once: An X-Request-Id that was used before gets 409.': [
    refusing(409),
    field('x-request-id'),
    request((ask) => before(ask).some((one) => one.headers['x-request-id'] === ask.headers['x-request-id'])),
  ],
  'second-head-by-length: The second of two HEADs in a row on a connection gets a Content-Length of zero.': [
    sendingAs('Content-Length', (own) => (own === undefined ? own : '0')),
    is200,
    method('HEAD'),
    behind(was('HEAD')),
  ],
  "retired-on-some: On every sixteenth connection, a token that is no longer valid shows the second caller's plants.": [
    admitting((token, { world }) => (world.refused.some((one) => one.token === token) ? 'ben' : undefined)),
    connectionNumber((number) => number % 16 === 0),
  ],
}
