/** Correct servers of many kinds: connections, routes, proxies, and choices that HTTP leaves. */
import { setTimeout as wait } from 'node:timers/promises'
import { asked, current } from '../faults/conditions.ts'
import { answering, byChance, closing, lacking, replying, sending, unmeasured, unstored, writing } from '../faults/replies.ts'
import { listBy, refusingAt, stricter } from '../faults/routes.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { type Ask, type Reply, withBody, withField } from '../server/ask.ts'
import { endWith, toBytes } from '../server/write-reply.ts'
import { all, field, is200, is304, is405, listed, method, not, refusal, request } from '../triggers.ts'

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
  'balancer-cookie: A load balancer sets a cookie with every response.': replying((reply) =>
    withField(reply, 'Set-Cookie', `lb=${byChance()}; Path=/; HttpOnly`),
  ),
  'ends-behind-refusal: A connection is closed behind a refusal, which does not say so.': [ending, refusal],
  '408-at-rest: A connection that was idle for two and a half seconds gets 408 and is closed.': restingAtMost(2500, timeout),
  'in-line: All responses are made one after another, across all connections.': inLine,
}
