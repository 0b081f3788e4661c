/** Correct servers of many kinds: connections, routes, proxies, and choices that HTTP leaves. */
import { randomBytes } from 'node:crypto'
import { asked, current } from '../faults/conditions.ts'
import { adding, answering, byChance, closing, delaying, lacking, replying, sending, unmeasured, unstored, writing } from '../faults/replies.ts'
import { listBy, refusingAt, stricter } from '../faults/routes.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { Refusal, withField } from '../server/ask.ts'
import { checkForm } from '../server/check-form.ts'
import { endWith, toOctets } from '../server/write-reply.ts'
import { crowded } from '../triggers-between.ts'
import { all, every, field, is200, is304, is401, is405, listed, method, not, onConnection, request } from '../triggers.ts'

const hasBody = all(method('GET'), not(is304))

/** Sends no length: the end of the connection is the end of the answer. */
const untilEnd: Change = writing((reply, ask) => endWith(toOctets({ ...reply, fields: [...unmeasured(reply), ['Connection', 'close']] }), ask))

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

export const completed: Faults = {
  'chunked: Answers come in chunks, without a length.': lacking('Content-Length'),
  'close-for-length: The end of the connection is the end of an answer.': [untilEnd, hasBody],
  'close: Every connection is closed after its first answer.': closing,
  'close-third: A connection is closed after its third answer.': [closing, onConnection(3)],
  'slow-seldom: Every tenth answer takes 200 milliseconds.': [delaying(200), every(10)],
  'slow-answers: Every answer takes 30 milliseconds.': delaying(30),
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
  'longer-header: Longer header sections are accepted.': () => ({
    checkForm: (ask) => {
      try {
        checkForm(ask)
      } catch (error) {
        if (!(error instanceof Refusal) || error.entry.status !== 431 || ask.request.rawHeaders.length > 200) throw error
      }
    },
  }),
  'broken-codes-400: A target with an invalid percent code makes a request malformed.': stricter(({ url }) => /%(?![\da-f]{2})/i.test(url)),
  'strict-targets: A target with a character that no URI may have makes a request malformed.': stricter(({ url }) => /["<>\\^`{|}]/.test(url)),
  'served-by: Every answer names one of two machines.': replying((reply, ask) => withField(reply, 'X-Served-By', `node-${(ask?.number ?? 0) % 2}`)),
  'rate-told: Every answer tells how many requests are left.': replying((reply, ask) =>
    withField(withField(reply, 'RateLimit-Limit', '1000000'), 'RateLimit-Remaining', String(1_000_000 - (ask?.number ?? 0))),
  ),
  'balancer-cookie: A load balancer sets a cookie with every answer.': replying((reply) =>
    withField(reply, 'Set-Cookie', `lb=${byChance()}; Path=/; HttpOnly`),
  ),
  'trace-told: Every answer names its trace.': replying((reply) =>
    withField(withField(reply, 'Traceresponse', `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`), 'CF-Ray', byChance()),
  ),
  'through-a-proxy: A proxy adds Via, Age and X-Cache.': adding(['Via', '1.1 edge'], ['Age', '0'], ['X-Cache', 'MISS']),
  'alt-svc: Answers name an alternative address of the service (Alt-Svc).': adding(
    ['Alt-Svc', 'h3=":443"; ma=86400'],
    ['NEL', '{"report_to":"default","max_age":31536000}'],
  ),
  'sheds-load: While two hundred connections are open, lists get 503 with Retry-After.': [
    unstored(503, 50_301, 'The service cannot answer now.'),
    sending('Retry-After', '1'),
    is200,
    crowded(200),
  ],
  'first-of-connection-slow: The first answer of each connection takes 60 milliseconds.': delaying((ask) => (ask?.onConnection === 1 ? 60 : 0)),
  'refused-tokens-later: A missing or refused token gets 401 after a tenth of a second.': [delaying(100), is401],
  'rests-half-closed: A client that has closed its side of the connection gets no answer.': ({ write }) => ({
    write: (reply, ask) => {
      if (ask.socket.readableEnded) ask.socket.destroy()
      else write(reply, ask)
    },
  }),
}
