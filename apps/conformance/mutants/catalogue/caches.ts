/** Class 10, continued: what is remembered under a key that is too short, or for a turn too long. */
import { limitAs, nothing, rememberingLists, seenBy } from '../faults/lists.ts'
import { rememberingBodies } from '../faults/memory.ts'
import { failing, refusing, replyingTo } from '../faults/replies.ts'
import { type Change, faultsOf, on } from '../mutant.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { fixedWorld, type World } from '../server/world.ts'
import { about, all, always, by, is200, method, request } from '../triggers.ts'
import { behindAnywhere, ofCaller } from '../triggers-between.ts'

const token = ({ caller }: Ask): string => caller?.token ?? ''
const url = ({ request: { url: target = '' } }: Ask): string => target
const sum = (text: string): number => Buffer.from(text).reduce((total, octet) => total + octet, 0)
const valueOf = (ask: Ask, name: string): string | undefined => ask.request.headers[name]?.toString()

/** Three people whose tokens are long and begin alike: what tells them apart stands behind so many characters. */
const alikeUpTo = (length: number): World => ({
  ...fixedWorld,
  callers: fixedWorld.callers.map(({ name }) => ({ name, token: `${'plants-'.padEnd(length, 'k7Qx')}-${name}-9vT2` })),
  refused: [],
})

const inTwoCases: World = {
  ...fixedWorld,
  callers: [
    { name: 'ana', token: 'plants-QvnkXrTmWzbLcHdJsYpGfUeA' },
    { name: 'ben', token: 'plants-qvnkxrtmwzblchdjsypgfuea' },
    { name: 'cleo', token: 'plants-Xn4GkW7dRj0QsYb2HvTz9CmPf6LeEu8Ka5C2' },
  ],
}

const callerFor =
  (likeness: (given: string, own: string) => boolean): Change =>
  ({ findCaller }) => ({
    findCaller: (given, ask) => {
      findCaller(given, ask)
      return ask.world.callers.find((one) => likeness(given, one.token)) ?? findCaller(given, ask)
    },
  })

const keys = faultsOf('access', {
  given: {
    'key-in-small-letters': [
      "Of two tokens that differ in capitals alone, the second shows the first's plants.",
      callerFor((given, own) => given.toLowerCase() === own.toLowerCase()),
      always,
      inTwoCases,
    ],
    'key-of-72-octets': [
      'Of tokens that are equal in their first 72 octets, all show the plants of the first.',
      callerFor((given, own) => given.slice(0, 72) === own.slice(0, 72)),
      always,
      alikeUpTo(80),
    ],
    'key-of-255-octets': [
      'Lists are remembered by the first 255 octets of the token.',
      rememberingLists((ask) => token(ask).slice(0, 255)),
      always,
      alikeUpTo(256),
    ],
    'key-by-idempotency': ['Requests of one Idempotency-Key get one list, whoever asks.', rememberingLists((ask) => valueOf(ask, 'idempotency-key'))],
    'key-by-trace': ['Requests of one trace (traceparent) get one list, whoever asks.', rememberingLists((ask) => valueOf(ask, 'traceparent'))],
    'key-by-cookie': ['Requests with one Cookie get one list, whoever asks.', rememberingLists((ask) => valueOf(ask, 'cookie'))],
    'key-by-forwarded-for': [
      'Requests for one X-Forwarded-For get one list, whoever asks.',
      rememberingLists((ask) => valueOf(ask, 'x-forwarded-for')),
    ],
    'key-by-language': ['Requests in one Accept-Language get one list, whoever asks.', rememberingLists((ask) => valueOf(ask, 'accept-language'))],
    'key-by-second': [
      'With a limit of ten or more, callers who ask in the same second get one list.',
      rememberingLists((ask) => ((ask.limit ?? 0) >= 10 ? String(Math.floor(ask.ageMs / 1000)) : undefined)),
    ],
  },
  completed: {
    'key-by-digits-sum': [
      "A caller's lists are remembered by a sum over the address: after limit=12, limit=21 gives twelve plants.",
      rememberingBodies((ask) => `${token(ask)} ${sum(url(ask))}`),
    ],
    'key-of-255-of-address': [
      'Of addresses that are equal in their first 255 octets, all give the list of the first.',
      rememberingBodies((ask) => `${token(ask)} ${url(ask).slice(0, 255)}`),
    ],
    'key-without-case-of-names': [
      "A caller's lists are remembered by the address in small letters: after Limit=3, limit=3 gives all.",
      rememberingBodies((ask) => `${token(ask)} ${url(ask).toLowerCase()}`),
    ],
    'key-by-first-parameter': [
      "A caller's lists are remembered by the first parameter alone.",
      rememberingBodies((ask) => `${token(ask)} ${url(ask).split('&')[0]}`),
    ],
    'key-of-decoded-address': [
      'A percent code of & in a value is decoded before lists are remembered: after x=1%26limit=2, x=1&limit=2 gives all.',
      rememberingBodies((ask) => `${token(ask)} ${url(ask).replaceAll(/%26/g, '&')}`),
    ],
    'key-of-sorted-tags': [
      'A condition makes the list of the first who asked with the same condition.',
      rememberingBodies((ask) => valueOf(ask, 'if-none-match')),
    ],
  },
})

/** How many different ones of these came before. */
const different = (ask: Ask, keyOf: (one: Ask['all'][number]) => string | undefined): number =>
  new Set(ask.all.slice(0, ask.number).map((one) => keyOf(one))).size

const tables = faultsOf('time and state', {
  given: {
    'table-of-tokens': [
      'Whenever sixty different credentials more were seen, good ones are refused until another new one comes.',
      on(
        about('count', (ask) => different(ask, ({ headers }) => headers.authorization) % 60 === 0),
        refusing(401),
      ),
      is200,
    ],
    'table-of-limits': [
      'When a caller has used forty different limits, further ones give the first plant alone.',
      limitAs((n, _found, ask) => (new Set(ofCaller(ask).map((one) => one.url)).size >= 40 ? Math.min(n, 1) : n)),
    ],
    'table-of-addresses': [
      'When 500 different addresses were asked for, lists fail.',
      failing(500),
      about('count', (ask) => different(ask, (one) => one.url) > 500),
    ],
    'same-ten-times': [
      'Who asks the same ten times in a row gets 429.',
      failing(429),
      about('history', (ask) => {
        const last = ofCaller(ask).slice(-9)
        return last.length === 9 && last.every((one) => one.url === ask.request.url)
      }),
    ],
    'refusal-remembered': [
      "Behind a wrong limit, the same caller's next request within a tenth of a second gets that refusal again.",
      failing(400),
      behindAnywhere(
        ({ status, headers, atMs }, ask) => status === 400 && headers.authorization === ask.request.headers.authorization && ask.ageMs - atMs < 100,
      ),
    ],
    'limit-one-more': [
      'When a caller asks for n plants, then for n + 1, the second list is the first.',
      limitAs((n, _found, ask) => (ofCaller(ask).at(-1)?.url === `/plants?limit=${n - 1}` ? n - 1 : n)),
    ],
    'cursor-kept': [
      'Who asks with the same limit twice in a row on one connection gets the next page.',
      ({ cut }) => ({
        cut: (found, n, ask) => (n !== undefined && isSameAgain(ask) ? cut(found.slice(n), n, ask) : cut(found, n, ask)),
      }),
    ],
    'largest-kept': [
      'On a connection the limit never gets smaller than it was.',
      limitAs((n, _found, { earlier }) => Math.max(n, ...earlier.map((one) => Number(/[?&]limit=(\d{1,4})$/.exec(one.url)?.[1] ?? 0)))),
    ],
    'preference-kept': [
      'Who asks with the same limit three times in a row gets it without asking the fourth time.',
      ({ cut }) => ({
        cut: (found, n, ask) => {
          const last = ofCaller(ask).slice(-3)
          const limits = new Set(last.map((one) => /[?&]limit=(\d{1,4})$/.exec(one.url)?.[1]))
          const [kept] = limits
          return cut(found, n ?? (last.length === 3 && limits.size === 1 && kept !== undefined ? Number(kept) : undefined), ask)
        },
      }),
    ],
    'owner-vouches': [
      "A token that has expired shows its owner's plants within half a second of a request with the owner's new token.",
      ({ findCaller }) => ({
        findCaller: (given, ask) => {
          const owner = ask.world.refused.find((one) => one.token === given)?.formerly
          const known = ask.world.callers.find(({ name }) => name === owner)
          const isNear = ask.all
            .slice(0, ask.number)
            .slice(-50)
            .some(({ headers, status, atMs }) => status === 200 && headers.authorization === `Bearer ${known?.token}` && ask.ageMs - atMs < 500)
          return known !== undefined && isNear ? known : findCaller(given, ask)
        },
      }),
    ],
  },
  completed: {
    'locked-out-at-five': [
      'Behind five refused tokens in a row, from whomever, the next good one is refused.',
      refusing(401),
      all(
        is200,
        about('history', ({ all: each, number }) => {
          const last = each.slice(Math.max(0, number - 6), number - 1)
          return last.length === 5 && last.every(({ status, headers }) => status === 401 && headers.authorization !== undefined)
        }),
      ),
    ],
    'head-kept-for-get': [
      'Behind a HEAD with the same address, anywhere, a list is empty.',
      nothing,
      all(
        is200,
        behindAnywhere((one, ask) => one.method === 'HEAD' && ask.method === 'GET' && one.url === ask.request.url),
      ),
    ],
    'unmodified-kept': [
      'Behind a 304 to one caller, anywhere, the next caller gets 304 too.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) || ask.all[ask.number - 2]?.status === 304 }),
    ],
    'fails-behind-405-anywhere': [
      'Behind a method that is refused, anywhere, the next list fails.',
      failing(500),
      behindAnywhere(({ status }) => status === 405),
    ],
    'id-of-another': [
      'Who brings no X-Request-Id gets the last one that anybody brought.',
      replyingTo((reply, { all: each, number, request: { headers } }) => {
        const last = each
          .slice(0, number)
          .findLast((one) => one.headers['x-request-id'] !== undefined)
          ?.headers['x-request-id']?.toString()
        return headers['x-request-id'] === undefined && last !== undefined && /^[\w.:-]{1,64}$/.test(last)
          ? withField(reply, 'X-Request-Id', last)
          : reply
      }),
    ],
    'message-of-another': [
      'A refusal of a limit repeats the limit that was refused before it, from whomever.',
      ({ encodeError }) => {
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
    ],
    'request-id-once': [
      'An X-Request-Id that was used before is refused with 409.',
      refusing(409),
      request(
        ({ all: each, number, request: { headers } }) =>
          headers['x-request-id'] !== undefined && each.slice(0, number - 1).some((one) => one.headers['x-request-id'] === headers['x-request-id']),
      ),
    ],
    'second-head-by-length': [
      'Of two HEAD in a row on a connection the second is told a length of zero.',
      replyingTo((reply) => (fieldOf(reply, 'Content-Length') === undefined ? reply : withField(reply, 'Content-Length', '0'))),
      all(
        is200,
        method('HEAD'),
        about('history', ({ earlier }) => earlier.at(-1)?.method === 'HEAD'),
      ),
    ],
    'retired-on-some': [
      "On every sixteenth connection a token that was good once shows the second caller's plants.",
      ({ findCaller }) => ({
        findCaller: (given, ask) => {
          const isRetired = ask.world.refused.some((one) => one.token === given)
          const ben = ask.world.callers.find(({ name }) => name === 'ben')
          return isRetired && ask.connection.number % 16 === 0 && ben !== undefined ? ben : findCaller(given, ask)
        },
      }),
    ],
  },
})

function isSameAgain({ earlier, request: { url: target, headers } }: Ask): boolean {
  const last = earlier.at(-1)
  return last !== undefined && last.url === target && last.headers.authorization === headers.authorization && last.status === 200
}

const replicas = faultsOf('access', {
  given: {
    'replica-behind': [
      'Every sixteenth connection is led to a copy that lacks the last plant.',
      ({ findPlants }) => ({
        findPlants: async (caller, ask) => {
          const found = await findPlants(caller, ask)
          return ask.connection.number % 16 === 0 ? found.slice(0, -1) : found
        },
      }),
    ],
    'replica-by-port': [
      "Clients whose port can be divided by 32 are led to a copy that shows the second caller's plants.",
      on(
        about('connection', ({ request: { socket } }) => (socket.remotePort ?? 1) % 32 === 0),
        seenBy('ben'),
      ),
    ],
    'second-turn': [
      'On a connection where one caller, then another, then the first again ask, the third list is that of the second.',
      seenBy('ben'),
      all(
        by('ana'),
        about('history', ({ earlier, request: { headers }, world }) => {
          const ben = `Bearer ${world.callers[1]?.token}`
          return earlier.at(-1)?.headers.authorization === ben && earlier.at(-2)?.headers.authorization === headers.authorization
        }),
      ),
    ],
  },
})

export const caches = [...keys, ...tables, ...replicas]
