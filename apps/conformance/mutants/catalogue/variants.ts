/** Correct servers of many kinds: connections, framing, codings, routes, and choices that HTTP leaves. */
import { setTimeout as wait } from 'node:timers/promises'
import { asked, current, asWeak, tagged } from '../faults/conditions.ts'
import {
  answering,
  byChance,
  closing,
  lacking,
  replying,
  sending,
  unmeasured,
  unstored,
  writing,
  hinting,
  replyingWithList,
  sendingAs,
  varying,
} from '../faults/replies.ts'
import { listBy, refusingAt } from '../faults/routes.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { type Ask, type Reply, withBody, withField } from '../server/ask.ts'
import { endWith, toBytes, bodied } from '../server/write-reply.ts'
import { all, field, is200, is304, is405, listed, method, not, refusal, request, http10 } from '../triggers.ts'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { errors, escaped, lists } from '../faults/bodies.ts'
import { gzip, packed, packing, plainTag, takesGzip, taking } from '../faults/packing.ts'

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

const wholly = all(is200, method('GET'))

const whollyNow = all(wholly, not(http10))

const bytesOf = (change: (head: string) => string): Change =>
  writing((reply, ask) => {
    const bytes = toBytes({ ...bodied(reply, ask), fields: [...reply.fields, ['Connection', 'close']] }).toString('latin1')
    const end = bytes.indexOf('\r\n\r\n') + 4
    endWith(Buffer.from(change(bytes.slice(0, end)) + bytes.slice(end), 'latin1'), ask)
  })

/** A client that accepts gzip gets the list compressed; a 304 has the length that a 200 to the same request would have (RFC 9110, 8.6). */
const measuredInForm = replyingWithList((reply, list, ask) => {
  if (reply.status === 304) return withField(reply, 'Content-Length', String((takesGzip(ask) ? gzipSync(list) : list).length))
  return reply.status === 200 && takesGzip(ask) ? packed(reply, 'gzip', (body) => gzipSync(body)) : reply
})

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
  'balancer-cookie: A load balancer sets a cookie with every response.': replying((reply) =>
    withField(reply, 'Set-Cookie', `lb=${byChance()}; Path=/; HttpOnly`),
  ),
  'ends-behind-refusal: A connection is closed behind a refusal, which does not say so.': [ending, refusal],
  '408-at-rest: A connection that was idle for two and a half seconds gets 408 and is closed.': restingAtMost(2500, timeout),
  'in-line: All responses are made one after another, across all connections.': inLine,
  'old-version: The server speaks HTTP/1.0, and closes each connection after its response.': [
    () => ({ heldContent: () => 'done without' }),
    bytesOf((head) => head.replace('HTTP/1.1', 'HTTP/1.0')),
  ],
  'early-hints: A 103 precedes each list.': [hinting('103 Early Hints\r\nLink: </plants>; rel=self'), whollyNow],
  // As Jetty does.
  'packed-tag-known-plain: A client that accepts gzip gets the list compressed, with --gzip at the end of its ETag, which is overlooked in If-None-Match.':
    [
      packing(gzip),
      sendingAs('ETag', (own) => own?.replace(/-packed"$/, '--gzip"')),
      current((own, ask) => asked(ask).includes(plainTag(own).replace(/"$/, '--gzip"'))),
    ],
  'zstd: A client that accepts zstd gets the list compressed, with its own ETag.': packing({
    packs: taking('zstd'),
    name: 'zstd',
    pack: (body) => zstdCompressSync(body),
  }),
  'packed-304-with-length: ETags are weak, a client that accepts gzip gets the list compressed, and a 304 has the length of the form that is asked for.':
    [tagged(asWeak), varying('Accept-Encoding, Authorization'), measuredInForm],
  // The charset is that of the text before it is coded (RFC 9110, 8.3.2 and 8.4).
  'ascii-packed: Characters beyond ASCII are escaped, Content-Type names the charset us-ascii, and a client that accepts gzip gets the list compressed.':
    [
      lists(escaped),
      errors((body) => escaped(JSON.stringify(body))),
      on(not(is304), sending('Content-Type', 'application/json; charset=us-ascii')),
      packing(gzip),
    ],
}
