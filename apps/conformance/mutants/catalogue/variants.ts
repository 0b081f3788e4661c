/** Correct servers of many kinds: connections, routes, proxies, and choices that HTTP leaves. */
import { setTimeout as wait } from 'node:timers/promises'
import { asked, current } from '../faults/conditions.ts'
import {
  adding,
  answering,
  byChance,
  closing,
  delaying,
  hinting,
  lacking,
  replying,
  sending,
  unmeasured,
  unstored,
  writing,
} from '../faults/replies.ts'
import { lengthOf, listBy, refusingAt, stricter } from '../faults/routes.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { type Ask, type Reply, withBody, withField } from '../server/ask.ts'
import { endWith, toBytes } from '../server/write-reply.ts'
import { all, field, http10, is200, is304, is401, is405, listed, method, not, refusal, request } from '../triggers.ts'

const hasBody = all(method('GET'), not(is304))

/** Sends no length: the end of the connection is the end of the response. */
const untilEnd: Change = writing((reply, ask) => endWith(toBytes({ ...reply, fields: [...unmeasured(reply), ['Connection', 'close']] }), ask))

const allowing = on(is405, sending('Allow', 'OPTIONS, GET, HEAD'))
const onOptions = (code: number): Change => on(listBy('OPTIONS'), both(answering(code, ''), sending('Allow', 'GET, HEAD, OPTIONS')))
/** Goes on to the token, and overlooks what concerns lists only. */
const openOptions: Change = ({ checkMethod, decodeLimit, isCurrent }) => ({
  checkMethod: (ask) => {
    if (ask.method !== 'OPTIONS') checkMethod(ask)
  },
  decodeLimit: (text, ask) => (ask.method === 'OPTIONS' ? undefined : decodeLimit(text, ask)),
  isCurrent: (tag, ask) => ask.method !== 'OPTIONS' && isCurrent(tag, ask),
})
const uncached = (code: number, body: string): Change => both(answering(code, body), sending('Cache-Control', 'no-store'))

const wholly = all(is200, method('GET'), not(http10))

const hasContent = (ask: Ask): boolean => lengthOf(ask) > 0 || 'transfer-encoding' in ask.headers

/** Closes connections on which nothing came for `ms` milliseconds and no response is due, with a last word if there is one. */
const restingAtMost =
  (ms: number, lastWord: () => Buffer | string = () => ''): Change =>
  ({ pause, write }) => {
    const latest = new WeakMap<object, Ask>()
    return {
      pause: (ask) => {
        latest.set(ask.socket, ask)
        return pause(ask)
      },
      write: (reply, ask) => {
        const { socket } = ask
        ask.response.once('finish', () => {
          if (latest.get(socket) !== ask) return
          const timer = setTimeout(() => void (socket.writable && socket.end(lastWord())), ms).unref()
          // A request begins with its first byte; its content may come much later.
          socket.once('data', () => clearTimeout(timer))
        })
        write(reply, ask)
      },
    }
  }

const timeout = (): Buffer => {
  const fields: Reply['fields'] = [
    ['Cache-Control', 'no-store'],
    ['Content-Type', 'application/json'],
    ['X-Request-Id', byChance()],
    ['Connection', 'close'],
  ]
  return toBytes(withBody({ status: 408, fields, body: '' }, '{"error":40801,"message":"The request did not arrive in time."}'))
}

/** Closes the connection behind the response, which does not say so: that is asked for, but not required (RFC 9112, 9.6). */
const ending: Change = ({ write }) => ({
  write: (reply, ask) => {
    ask.response.once('finish', () => ask.socket.end())
    write(reply, ask)
  },
})

/** Sends the head, and a little later the body. */
const headFirst: Change = writing((reply, { response }) => {
  response.writeHead(reply.status, unmeasured(reply).flat())
  response.flushHeaders()
  setTimeout(() => response.end(reply.body), 40)
})

/** Makes all responses of the service one after another. */
const inLine: Change = ({ pause }) => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    pause: (ask) => {
      const own = last.then(() => wait(1)).then(() => pause(ask))
      last = own
      return own
    },
  }
}

export const completed: Faults = {
  'chunked: Answers come in chunks, without a length.': lacking('Content-Length'),
  'close-for-length: The end of the connection is the end of a response.': [untilEnd, hasBody],
  'close: Every connection is closed after its first response.': closing,
  'slow-answers: Every response takes 30 milliseconds.': delaying(30),
  'options-200: OPTIONS gets 200 with the methods in Allow.': [onOptions(200), allowing],
  // As in Django REST framework: only callers learn what OPTIONS tells.
  'options-for-callers: OPTIONS gets 200 with the methods in Allow if the token is accepted.': [
    openOptions,
    on(all(listBy('OPTIONS'), is200), both(answering(200, ''), sending('Allow', 'GET, HEAD, OPTIONS'), lacking('ETag'))),
    allowing,
  ],
  // As with Starlette, whose middleware for CORS lets other requests pass to the router.
  'preflights-only: A CORS preflight gets 204, OPTIONS without its fields gets 405, and Allow names OPTIONS.': [
    on(all(listBy('OPTIONS'), field('access-control-request-method')), both(answering(204, ''), lacking('Content-Length'))),
    allowing,
  ],
  'allow-otherwise: Allow names methods in another order.': [sending('Allow', 'HEAD,GET'), is405],
  'held-content-unasked: The server answers without the content that a client holds back, and does not ask for it.': () => ({
    heldContent: () => 'done without',
  }),
  'starting: The first four requests get 503, as from a server that is still starting.': [
    uncached(503, '{"error":50301,"message":"The service cannot answer now. Try again later."}'),
    sending('Retry-After', '1'),
    request(({ number }) => number < 5),
  ],
  'rare-methods-400: PURGE and similar methods make a request malformed.': [
    refusingAt('checkPath', 'malformedRequest'),
    request(({ method: name }) => /^(?:PURGE|SOURCE|NOTIFY|(?:UN)?SUBSCRIBE|M-SEARCH|QUERY)$/.test(name)),
  ],
  // RFC 9110, 9.1
  'query-501: QUERY is a method that the server does not know.': [
    both(unstored(501, 50_101, 'There is no such method.'), lacking('Allow')),
    is405,
    method('QUERY'),
  ],
  // apache/tomcat, django/django
  'underscored-host-400: A Host with an underscore makes a request malformed.': stricter(({ headers }) => headers.host?.includes('_') === true),
  'if-match-412: If-Match with another ETag gets 412.': [
    unstored(412, 41_201, 'The list is another one.'),
    is200,
    request((ask) => 'if-match' in ask.headers && ask.headers['if-match'] !== '*'),
  ],
  "other-host-misdirected: A Host other than the server's own gets 421.": [
    unstored(421, 42_101, 'This is another host.'),
    listed,
    request((ask) => ask.headers.host !== undefined && !ask.headers.host.startsWith('127.')),
  ],
  // To recover a usable element from an invalid one is a MAY (RFC 9110, 2.4).
  'unquoted-tag-304: An If-None-Match with the tag of the list, but without its quotes, gets 304.': current(
    (tag, ask) => asked(ask) === tag.slice(1, -1),
  ),
  'expectations-ignored: An invalid expectation is ignored.': () => ({ expectation: () => 'ignored' }),
  'broken-codes-400: A target with an invalid percent code makes a request malformed.': stricter(({ url }) => /%(?![\da-f]{2})/i.test(url)),
  'strict-targets: A target with a character that no URI may have makes a request malformed.': stricter(({ url }) => /["<>\\^`{|}]/.test(url)),
  'rate-told: Every response tells how many requests are left.': replying((reply, ask) =>
    withField(withField(reply, 'RateLimit-Limit', '1000000'), 'RateLimit-Remaining', String(1_000_000 - (ask?.number ?? 0))),
  ),
  'balancer-cookie: A load balancer sets a cookie with every response.': replying((reply) =>
    withField(reply, 'Set-Cookie', `lb=${byChance()}; Path=/; HttpOnly`),
  ),
  'refused-tokens-later: A missing or refused token gets 401 after a tenth of a second.': [delaying(100), is401],

  'continue-unasked: A 100 precedes each list, although no client asked for it.': [hinting('100 Continue'), wholly],
  'close-behind-content: A connection is closed after a request with content, and the response says so.': [closing, request(hasContent)],
  'rests-a-second: A connection that was idle for a second is closed.': restingAtMost(1000),
  'rests-a-moment: A connection that was idle for twenty milliseconds is closed.': restingAtMost(20),
  'ends-behind-refusal: A connection is closed behind a refusal, which does not say so.': [ending, refusal],
  '408-at-rest: A connection that was idle for two and a half seconds gets 408 and is closed.': restingAtMost(2500, timeout),
  'head-then-body: The head of a list is sent at once, and its body forty milliseconds later.': [headFirst, wholly],
  "warming: For the server's first two seconds every response takes 250 milliseconds.": delaying((ask) =>
    ask !== undefined && ask.ageMs < 2000 ? 250 : 0,
  ),
  'in-line: All responses are made one after another, across all connections.': inLine,
  'connection-options: Connection names a field of the response that is for this connection only.': [
    adding(['X-Hop', '1'], ['Connection', 'keep-alive, X-Hop']),
    request(({ response }) => response.shouldKeepAlive),
  ],
}
