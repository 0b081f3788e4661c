/** Class 10, continued: what earlier requests, of whomever, leave behind for later ones. */
import { lists } from '../faults/bodies.ts'
import { anyCurrent } from '../faults/conditions.ts'
import { admitting } from '../faults/credentials.ts'
import { limitOf } from '../faults/limits.ts'
import { limitAs, nothing } from '../faults/lists.ts'
import { adding, failing, refusing, sendingAs } from '../faults/replies.ts'
import { type Faults, on } from '../mutant.ts'
import type { Ask, Earlier } from '../server/ask.ts'
import { before, behindAnywhere, connectionNumber, inARow, ofCaller } from '../triggers-between.ts'
import { about, behind, field, got, is200, is400, method, request, was } from '../triggers.ts'

/** How many different ones of these came before. */
const different = (ask: Ask, keyOf: (one: Earlier) => string | undefined): number =>
  new Set(ask.all.slice(0, ask.number).map((one) => keyOf(one))).size

function isSameAgain({ earlier, url: target, headers }: Ask): boolean {
  const last = earlier.at(-1)
  return last !== undefined && last.url === target && last.headers.authorization === headers.authorization && last.status === 200
}

export const given: Faults = {
  'table-of-tokens: Whenever sixty different credentials more were seen, good ones are refused until another new one comes.': [
    refusing(401),
    is200,
    about('count', (ask) => different(ask, ({ headers }) => headers.authorization) % 60 === 0),
  ],
  'table-of-limits: When a caller has used forty different limits, further ones give the first plant alone.': limitAs((n, _found, ask) =>
    new Set(ofCaller(ask).map((one) => one.url)).size >= 40 ? Math.min(n, 1) : n,
  ),
  'table-of-addresses: When 500 different addresses were asked for, lists fail.': [
    failing(500),
    about('count', (ask) => different(ask, (one) => one.url) > 500),
  ],
  'same-ten-times: Who asks the same ten times in a row gets 429.': [
    failing(429),
    about('history', (ask) => inARow(ofCaller(ask), 9, (one) => one.url === ask.url)),
  ],
  "refusal-remembered: Behind a wrong limit, the same caller's next request within a tenth of a second gets that refusal again.": [
    failing(400),
    behindAnywhere(
      ({ status, headers, atMs }, ask) => status === 400 && headers.authorization === ask.headers.authorization && ask.ageMs - atMs < 100,
    ),
  ],
  'limit-one-more: When a caller asks for n plants, then for n + 1, the second list is the first.': limitAs((n, _found, ask) =>
    ofCaller(ask).at(-1)?.url === `/plants?limit=${n - 1}` ? n - 1 : n,
  ),
  'cursor-kept: Who asks with the same limit twice in a row on one connection gets the next page.': ({ cut }) => ({
    cut: (found, n, ask) => (n !== undefined && isSameAgain(ask) ? cut(found.slice(n), n, ask) : cut(found, n, ask)),
  }),
  'largest-kept: On a connection the limit never gets smaller than it was.': limitAs((n, _found, { earlier }) =>
    Math.max(n, ...earlier.map((one) => limitOf(one) ?? 0)),
  ),
  'preference-kept: Who asks with the same limit three times in a row gets it without asking the fourth time.': ({ cut }) => ({
    cut: (found, n, ask) => {
      const last = ofCaller(ask)
      const kept = limitOf(last.at(-1))
      return cut(found, n ?? (inARow(last, 3, (one) => limitOf(one) === kept) ? kept : undefined), ask)
    },
  }),
  'flash-of-400: A wrong limit sets a cookie; who brings it gets the next list in an object that tells of it.': [
    on(is400, adding(['Set-Cookie', 'flash=limit; Path=/; Max-Age=60'])),
    on(
      field('cookie', /\bflash=limit\b/),
      lists((own) => `{"flash":"limit must be a whole number.","plants":${own}}`),
    ),
  ],
  "owner-vouches: A token that has expired shows its owner's plants within half a second of a request with the owner's new token.": admitting(
    (token, ask) => {
      const owner = ask.world.refused.find((one) => one.token === token)?.formerly
      const own = ask.world.callers.find(({ name }) => name === owner)?.token
      const isNear = ({ headers, status, atMs }: Earlier): boolean =>
        status === 200 && headers.authorization === `Bearer ${own}` && ask.ageMs - atMs < 500
      return before(ask)
        .slice(-49)
        .some((one) => isNear(one))
        ? owner
        : undefined
    },
  ),
}

export const completed: Faults = {
  'locked-out-at-five: Behind five refused tokens in a row, from whomever, the next good one is refused.': [
    refusing(401),
    is200,
    about('history', (ask) => inARow(before(ask), 5, ({ status, headers }) => status === 401 && headers.authorization !== undefined)),
  ],
  'head-kept-for-get: Behind a HEAD with the same address, anywhere, a list is empty.': [
    nothing,
    is200,
    behindAnywhere((one, ask) => one.method === 'HEAD' && ask.method === 'GET' && one.url === ask.url),
  ],
  'unmodified-kept: Behind a 304 to one caller, anywhere, the next caller gets 304 too.': [anyCurrent, behindAnywhere(got(304))],
  'fails-behind-405-anywhere: Behind a method that is refused, anywhere, the next list fails.': [failing(500), behindAnywhere(got(405))],
  'id-of-another: Who brings no X-Request-Id gets the last one that anybody brought.': sendingAs('X-Request-Id', (own, ask) => {
    const last = before(ask).findLast((one) => one.headers['x-request-id'] !== undefined)?.headers['x-request-id']
    return ask.headers['x-request-id'] === undefined && /^[\w.:-]{1,64}$/.test(last?.toString() ?? '') ? last?.toString() : own
  }),
  'message-of-another: A refusal of a limit repeats the limit that was refused before it, from whomever.': ({ encodeError }) => {
    let last = 'none'
    return {
      encodeError: (entry, ask) => {
        const message = entry.error === 40_001 ? `${entry.message} Before it came: ${last}.` : entry.message
        const limit = ask?.query.get('limit') ?? 'none'
        if (entry.error === 40_001) last = limit.slice(0, 20).replaceAll(/[^\w-]/g, '_')
        return encodeError({ ...entry, message }, ask)
      },
    }
  },
  'request-id-once: An X-Request-Id that was used before is refused with 409.': [
    refusing(409),
    field('x-request-id'),
    request((ask) => before(ask).some((one) => one.headers['x-request-id'] === ask.headers['x-request-id'])),
  ],
  'second-head-by-length: Of two HEAD in a row on a connection the second is told a length of zero.': [
    sendingAs('Content-Length', (own) => (own === undefined ? own : '0')),
    is200,
    method('HEAD'),
    behind(was('HEAD')),
  ],
  "retired-on-some: On every sixteenth connection a token that was good once shows the second caller's plants.": [
    admitting((token, { world }) => (world.refused.some((one) => one.token === token) ? 'ben' : undefined)),
    connectionNumber((number) => number % 16 === 0),
  ],
}
