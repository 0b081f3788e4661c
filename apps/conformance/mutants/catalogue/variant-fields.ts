/** Correct servers: header fields that products and gateways add, and what applications add and refuse. */
import { randomUUID } from 'node:crypto'
import { lists, messages, messageWith } from '../faults/bodies.ts'
import { cutting } from '../faults/lists.ts'
import { adding, delaying, replyingTo, sendingAs, unmeasured, varying, writing } from '../faults/replies.ts'
import { stricter } from '../faults/routes.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { withTokens } from '../server/world.ts'
import { bodied, endWith, inTurn, toBytes } from '../server/write-reply.ts'
import { field, http10, is200, is401, listed, method, not } from '../triggers.ts'

const changedAt = 'Mon, 05 Feb 2024 08:00:00 GMT'

/** Answers If-Modified-Since with 304, unless the request has If-None-Match. */
const byDate: Change = replyingTo((reply, { headers }) => {
  const isOld = Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(changedAt)
  if (reply.status !== 200 || 'if-none-match' in headers || !isOld) return reply
  const fields = unmeasured(reply).filter(([name]) => name !== 'Content-Type')
  return { ...reply, status: 304, fields, body: '' }
})

const isOddTarget = (url: string): boolean => /["<>\\^`{|}]|%(?![\da-f]{2})/i.test(url)

const entityTag = String.raw`(?:W/)?"[\x21\x23-\x7E\x80-\xFF]*"`

/** A list with elements that may be empty (RFC 9110, 5.6.1.2). */
const listOf = (element: string): string => String.raw`(?:${element})?(?:[ \t]*,[ \t]*(?:${element})?)*`

const isOfForm = (value: string | undefined, form: string): boolean => new RegExp(`^(?:${form})$`).test((value ?? '').trim())

const uri = /^(?:[a-z][a-z\d+.-]*:)?(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[\da-f]{2})*$/i

export const given: Faults = {
  // "The maximum number of results to return" does not say which.
  'given-sample: With a limit, plants are chosen at random.': cutting((found, n) =>
    n === undefined ? found : found.toSorted(() => Math.random() - 0.5).slice(0, n),
  ),
}

export const completed: Faults = {
  'challenge: A challenge begins with the error, describes it, and has a comma in its realm.': [
    sendingAs('WWW-Authenticate', (own = '') =>
      own.includes('error=')
        ? 'Bearer error="invalid_token", error_description="Get another token, please", realm="plants, trees = shrubs"'
        : 'Bearer realm="plants, trees = shrubs"',
    ),
    is401,
  ],
  // Names from the public interface, as in http-errors and API Gateway.
  'error-has-name: The messages of 405 and 404 begin with error names that clients know.': [
    messageWith(40_501, (message) => `MethodNotAllowedError: ${message}`),
    messageWith(40_401, (message) => `ResourceNotFoundException: ${message}`),
  ],
  // "Requests go to {base_url}": the client knows the address.
  'own-address-told: The message of a 404 names the address of the list.': messageWith(40_401, (message, ask) =>
    ask === undefined ? message : `${message} The list is at http://127.0.0.1:${ask.socket.localPort ?? 80}/plants.`,
  ),

  // RFC 9110, 13.1.3 and 8.8.2; the contract: 304 is HTTP's own response "to a condition that the client added". Rails'
  // fresh_when, Spring's checkNotModified, Express' fresh, nginx.
  'modified-since: Lists have Last-Modified, and If-Modified-Since without If-None-Match gets 304.': [
    byDate,
    on(listed, adding(['Last-Modified', changedAt])),
  ],
  // RFC 9110, 10.2.4; the contract forbids the version of the software. Edgecast's CDN names its site and the machine.
  'server-names-machine: Server names the site and the number of the edge machine.': adding(['Server', 'ECS (dcb/7F84)']),
  // RFC 9110, 8.6: HEAD gets the length that the same request with GET would get. Akamai's "Reference #18.…" grows.
  'incident-numbers: Messages of refusals end with a running number.': messages((message, ask) => `${message} Incident ${ask?.number ?? 0}.`),
  // RFC 9111, 5.2.2.1; no-cache and private are beside it. Apache's mod_expires ("modification plus") and nginx' "expires
  // @15h" count down; a 304 has what a 200 would have at that moment (RFC 9110, 15.4.5).
  'age-counts-down: Cache-Control tells how many seconds are left of the current quarter of an hour.': [
    sendingAs('Cache-Control', () => `private, no-cache, max-age=${900 - (Math.floor(Date.now() / 1000) % 900)}`),
    listed,
  ],
  // "the request's own, where it ... was read so far, or else one that the service makes". Kestrel, hyper and h11 refuse the
  // request line before they read the fields; no target may have such characters (RFC 9112, 3.2; RFC 3986, 2).
  'first-line-first: A malformed target is refused before the fields are read, with a new X-Request-Id.': [
    stricter(({ url }) => isOddTarget(url)),
    replyingTo((reply, { url }) => (reply.status === 400 && isOddTarget(url) ? withField(reply, 'X-Request-Id', randomUUID()) : reply)),
  ],
  // nginx' ngx_http_proxy_module: @ and seconds since 1970. This time is long past, so nothing is cached.
  'accel-expires-past: X-Accel-Expires tells nginx that the response went stale in 1970.': adding(['X-Accel-Expires', '@1']),
  // RFC 9110, 12.5.1 and 8.8.3.3; "Vary: the request headers that the response depends on". Django REST, Rails, GitHub.
  'indented-for-browsers: A client that accepts HTML gets the JSON indented, with its own ETag.': [
    on(
      field('accept', /\btext\/html\b/i),
      lists((text) => JSON.stringify(JSON.parse(text), undefined, 2)),
    ),
    varying('Accept, Authorization'),
  ],
  // RFC 9110, 5.5: bytes beyond ASCII are opaque. CDNs tell the caller's place in UTF-8 (Fastly, Cloudflare).
  'city-in-utf-8: A field names a city in UTF-8.': adding(['X-Geo-City', Buffer.from('Århus à').toString('latin1')]),
  // Nothing says how soon a response must come. On AWS Lambda, Azure App Service and Heroku the first request waits for a machine.
  'cold-start: The very first response takes three seconds.': delaying((ask) => (ask?.number === 1 ? 3000 : 0)),

  // To recover from an invalid element is a MAY (RFC 9110, 2.4).
  'strict-tags: An If-None-Match that is not a list of tags makes a request malformed.': stricter(
    ({ headers }) => !isOfForm(headers['if-none-match'], String.raw`\*|${listOf(entityTag)}`),
  ),
  // Neither path nor query may have them (RFC 3986, 3.3 and 3.4); Tomcat.
  'brackets-400: A target with brackets behind its host makes a request malformed.': stricter(({ url }) =>
    /[[\]]/.test(url.replace(/^https?:\/\/[^/?#]*/i, '')),
  ),
  // RFC 1945, 8.3; actix-web.
  'old-post-400: A POST in HTTP/1.0 that does not tell its length is malformed.': [
    stricter(({ headers }) => headers['content-length'] === undefined),
    http10,
    method('POST'),
  ],

  // RFC 9110, 10.1.3: absolute-URI or partial-URI, which have no fragment and are ASCII; 40000: "it breaks the grammar".
  'strict-referer: A Referer that is not a valid URI makes a request malformed.': stricter(
    ({ headers }) => headers.referer !== undefined && !uri.test(headers.referer),
  ),
  // RFC 6750, 2.1: b64token allows any such text.
  'tokens-of-answer-words: Tokens are words that occur in responses.': withTokens((name) =>
    name === 'ana' ? 'accepted' : name === 'ben' ? 'required' : 'WWW-Authenticate',
  ),
  // RFC 6750, 2.1: one character or more.
  'tokens-of-one-character: Tokens have one character.': withTokens((name) => (name === 'ana' ? '7' : name === 'ben' ? 'x' : 'A')),

  // As Jetty and Tomcat can; it was deprecated in 2022 (RFC 9113, 3.1).
  'h2c-answered: An offer of h2c with HTTP2-Settings is accepted, and the SETTINGS of HTTP/2 follow.': [
    writing((_reply, ask) => {
      const settings = Buffer.from('000000040000000000', 'hex')
      const switching = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
      inTurn(ask, () => void ask.socket.write(Buffer.concat([switching, settings])))
    }),
    is200,
    not(http10),
    field('http2-settings'),
    field('upgrade', /^h2c$/i),
    field('connection', /\bupgrade, *http2-settings\b/i),
  ],
  // To announce the end of a connection is a SHOULD (RFC 9112, 9.6).
  'old-not-kept: Every connection of an HTTP/1.0 client is closed after the response, whatever the client asks for, without notice.': [
    writing((reply, ask) => endWith(toBytes(bodied(reply, ask)), ask)),
    http10,
  ],
}
