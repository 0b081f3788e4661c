/** Class 10, continued: what earlier requests, of whomever, leave behind for later ones. */
import { current } from '../faults/conditions.ts'
import { admitting } from '../faults/credentials.ts'
import { limitAs, nothing } from '../faults/lists.ts'
import { failing, refusing, replyingTo } from '../faults/replies.ts'
import type { Faults } from '../mutant.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { behindAnywhere, connectionNumber, ofCaller } from '../triggers-between.ts'
import { about, is200, method, request } from '../triggers.ts'

/** How many different ones of these came before. */
const different = (ask: Ask, keyOf: (one: Ask['all'][number]) => string | undefined): number =>
  new Set(ask.all.slice(0, ask.number).map((one) => keyOf(one))).size

function isSameAgain({ earlier, request: { url: target, headers } }: Ask): boolean {
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
    about('history', (ask) => {
      const last = ofCaller(ask).slice(-9)
      return last.length === 9 && last.every((one) => one.url === ask.request.url)
    }),
  ],
  "refusal-remembered: Behind a wrong limit, the same caller's next request within a tenth of a second gets that refusal again.": [
    failing(400),
    behindAnywhere(
      ({ status, headers, atMs }, ask) => status === 400 && headers.authorization === ask.request.headers.authorization && ask.ageMs - atMs < 100,
    ),
  ],
  'limit-one-more: When a caller asks for n plants, then for n + 1, the second list is the first.': limitAs((n, _found, ask) =>
    ofCaller(ask).at(-1)?.url === `/plants?limit=${n - 1}` ? n - 1 : n,
  ),
  'cursor-kept: Who asks with the same limit twice in a row on one connection gets the next page.': ({ cut }) => ({
    cut: (found, n, ask) => (n !== undefined && isSameAgain(ask) ? cut(found.slice(n), n, ask) : cut(found, n, ask)),
  }),
  'largest-kept: On a connection the limit never gets smaller than it was.': limitAs((n, _found, { earlier }) =>
    Math.max(n, ...earlier.map((one) => Number(/[?&]limit=(\d{1,4})$/.exec(one.url)?.[1] ?? 0))),
  ),
  'preference-kept: Who asks with the same limit three times in a row gets it without asking the fourth time.': ({ cut }) => ({
    cut: (found, n, ask) => {
      const last = ofCaller(ask).slice(-3)
      const limits = new Set(last.map((one) => /[?&]limit=(\d{1,4})$/.exec(one.url)?.[1]))
      const [kept] = limits
      return cut(found, n ?? (last.length === 3 && limits.size === 1 && kept !== undefined ? Number(kept) : undefined), ask)
    },
  }),
  "owner-vouches: A token that has expired shows its owner's plants within half a second of a request with the owner's new token.": admitting(
    (given, ask) => {
      const owner = ask.world.refused.find((one) => one.token === given)?.formerly
      const own = ask.world.callers.find(({ name }) => name === owner)?.token
      const isNear = ask.all
        .slice(0, ask.number)
        .slice(-50)
        .some(({ headers, status, atMs }) => status === 200 && headers.authorization === `Bearer ${own}` && ask.ageMs - atMs < 500)
      return isNear ? owner : undefined
    },
  ),
}

export const completed: Faults = {
  'locked-out-at-five: Behind five refused tokens in a row, from whomever, the next good one is refused.': [
    refusing(401),
    is200,
    about('history', ({ all: each, number }) => {
      const last = each.slice(Math.max(0, number - 6), number - 1)
      return last.length === 5 && last.every(({ status, headers }) => status === 401 && headers.authorization !== undefined)
    }),
  ],
  'head-kept-for-get: Behind a HEAD with the same address, anywhere, a list is empty.': [
    nothing,
    is200,
    behindAnywhere((one, ask) => one.method === 'HEAD' && ask.method === 'GET' && one.url === ask.request.url),
  ],
  'unmodified-kept: Behind a 304 to one caller, anywhere, the next caller gets 304 too.': [
    current(() => true),
    behindAnywhere(({ status }) => status === 304),
  ],
  'fails-behind-405-anywhere: Behind a method that is refused, anywhere, the next list fails.': [
    failing(500),
    behindAnywhere(({ status }) => status === 405),
  ],
  'id-of-another: Who brings no X-Request-Id gets the last one that anybody brought.': replyingTo(
    (reply, { all: each, number, request: { headers } }) => {
      const last = each
        .slice(0, number)
        .findLast((one) => one.headers['x-request-id'] !== undefined)
        ?.headers['x-request-id']?.toString()
      return headers['x-request-id'] === undefined && last !== undefined && /^[\w.:-]{1,64}$/.test(last)
        ? withField(reply, 'X-Request-Id', last)
        : reply
    },
  ),
  'message-of-another: A refusal of a limit repeats the limit that was refused before it, from whomever.': ({ encodeError }) => {
    let before = 'none'
    return {
      encodeError: (entry, ask) => {
        const message = entry.error === 40_001 ? `${entry.message} Before it came: ${before}.` : entry.message
        if (entry.error === 40_001)
          before =
            ask?.query
              .get('limit')
              ?.slice(0, 20)
              .replaceAll(/[^\w-]/g, '_') ?? 'none'
        return encodeError({ ...entry, message }, ask)
      },
    }
  },
  'request-id-once: An X-Request-Id that was used before is refused with 409.': [
    refusing(409),
    request(
      ({ all: each, number, request: { headers } }) =>
        headers['x-request-id'] !== undefined && each.slice(0, number - 1).some((one) => one.headers['x-request-id'] === headers['x-request-id']),
    ),
  ],
  'second-head-by-length: Of two HEAD in a row on a connection the second is told a length of zero.': [
    replyingTo((reply) => (fieldOf(reply, 'Content-Length') === undefined ? reply : withField(reply, 'Content-Length', '0'))),
    is200,
    method('HEAD'),
    about('history', ({ earlier }) => earlier.at(-1)?.method === 'HEAD'),
  ],
  "retired-on-some: On every sixteenth connection a token that was good once shows the second caller's plants.": [
    admitting((given, { world }) => (world.refused.some((one) => one.token === given) ? 'ben' : undefined)),
    connectionNumber((number) => number % 16 === 0),
  ],
}
