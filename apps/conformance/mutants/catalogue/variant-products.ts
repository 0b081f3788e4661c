/** Correct servers that behave as real products do: proxies, servlets, caches, clouds. */
import { randomUUID } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { messages, messageWith } from '../faults/bodies.ts'
import { packing, taking } from '../faults/packing.ts'
import { adding, answering, byChance, delaying, lacking, replyingTo, sending, sendingAs, unmeasured, varying } from '../faults/replies.ts'
import { listBy, refusingAt, stricter } from '../faults/routes.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { withTokens, worldWith } from '../server/world.ts'
import { all, forAnotherHost, is200, is401, is405, listed, method, not, refusal } from '../triggers.ts'

const changedAt = 'Mon, 05 Feb 2024 08:00:00 GMT'

/** Answers If-Modified-Since with 304, unless the request has If-None-Match. */
const byDate: Change = replyingTo((reply, { headers }) => {
  const isOld = Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(changedAt)
  if (reply.status !== 200 || 'if-none-match' in headers || !isOld) return reply
  const fields = unmeasured(reply).filter(([name]) => name !== 'Content-Type')
  return { ...reply, status: 304, fields, body: '' }
})

const isOddTarget = (url: string): boolean => /["<>\\^`{|}]|%(?![\da-f]{2})/i.test(url)

/** Ends messages of refusals with a running number. */
const numbered: Change = (reference) => {
  let count = 0
  return messages((message) => `${message} Incident ${(count += 1)}.`)(reference)
}

const indentedForBrowsers: Change = ({ encodeList }) => ({
  encodeList: (items, ask) => {
    const text = String(encodeList(items, ask))
    return /\btext\/html\b/i.test(ask.headers.accept ?? '') ? JSON.stringify(JSON.parse(text), undefined, 2) : text
  },
})

/** Adds a text to the message of refusals with this number. */
const saysMore = (number: number, more: string): Change => messageWith(number, (message) => `${message} ${more}`)

export const completed: Faults = {
  // RFC 9110, 13.1.3 and 8.8.2; the contract: 304 is HTTP's own answer "to a condition that the client added". Rails'
  // fresh_when, Spring's checkNotModified, Express' fresh, nginx.
  'modified-since: Lists have Last-Modified, and If-Modified-Since without If-None-Match gets 304.': [
    byDate,
    on(listed, adding(['Last-Modified', changedAt])),
  ],
  // "404 ... to a request that reaches no operation"; scheme, Host and path together are the target (RFC 9110, 7.1).
  // Traefik, Envoy and ingress-nginx send 404 if there is no route for the host.
  'other-host-404: A request for another host gets 404.': [refusingAt('checkPath', 'notFound'), forAnotherHost],
  // The contract asks that Allow in a 405 names OPTIONS if that is answered; in the answer to OPTIONS, Allow is a SHOULD
  // (RFC 9110, 9.3.7). Express' cors, Go's rs/cors and ASP.NET Core answer with CORS fields alone.
  'cors-without-allow: OPTIONS gets 204 with CORS fields and no Allow, and the Allow of a 405 names OPTIONS.': [
    on(
      listBy('OPTIONS'),
      both(
        answering(204, ''),
        lacking('Content-Length', 'Content-Type', 'Allow'),
        adding(
          ['Access-Control-Allow-Origin', '*'],
          ['Access-Control-Allow-Methods', 'GET, HEAD'],
          ['Access-Control-Allow-Headers', 'Authorization'],
        ),
      ),
    ),
    on(all(is405, not(method('OPTIONS'))), sending('Allow', 'GET, HEAD, OPTIONS')),
  ],
  // RFC 8259, 11: a charset of this type has no effect; RFC 9110, 8.3: the type is application/json all the same, and ASCII
  // is a subset of ISO 8859-1. Tomcat and Jetty send it if a filter writes the refusal with getWriter() (Spring Security).
  'charset-of-servlets: The Content-Type of refusals, which are ASCII, names the charset ISO-8859-1.': [
    sending('Content-Type', 'application/json;charset=ISO-8859-1'),
    refusal,
  ],
  // RFC 9110, 10.2.4; the contract forbids the version of the software. Edgecast's CDN names its site and the machine.
  'server-names-machine: Server names the site and the number of the edge machine.': adding(['Server', 'ECS (dcb/7F84)']),
  // "message: Error message text". Rails, Spring and Django repeat a short value and say what it is not.
  'value-is-not: The message for a wrong limit repeats a short value, and says that it is not a number.': messageWith(40_001, (message, ask) => {
    const value = ask?.query.get('limit') ?? ''
    return /^\w{1,12}$/.test(value) ? `limit ${value} is not a whole number.` : message
  }),
  // RFC 9110, 8.6: HEAD gets the length that the same request with GET would get. Akamai's "Reference #18.…" grows.
  'incident-numbers: Messages of refusals end with a running number.': numbered,
  // RFC 9111, 5.2.2.1; no-cache and private are beside it. Apache's mod_expires ("modification plus") and nginx' "expires
  // @15h" count down; a 304 has what a 200 would have at that moment (RFC 9110, 15.4.5).
  'age-counts-down: Cache-Control tells how many seconds are left of the current quarter of an hour.': [
    sendingAs('Cache-Control', () => `private, no-cache, max-age=${900 - (Math.floor(Date.now() / 1000) % 900)}`),
    listed,
  ],
  // Vary is a set of names (RFC 9110, 12.5.5): a repeated one counts once. nginx' gzip_vary adds its line only to 200.
  'vary-repeated: Lists vary by Accept-Encoding, which a 200 repeats on a second line.': [
    varying('Authorization, Accept-Encoding'),
    on(is200, adding(['Vary', 'Accept-Encoding'])),
  ],
  // "the request's own, where it ... was read so far, or else one that the service makes". Kestrel, hyper and h11 refuse the
  // request line before they read the fields; no target may have such characters (RFC 9112, 3.2; RFC 3986, 2).
  'first-line-first: A malformed target is refused before the fields are read, with a new X-Request-Id.': [
    stricter(({ url }) => isOddTarget(url)),
    replyingTo((reply, { url }) => (reply.status === 400 && isOddTarget(url) ? withField(reply, 'X-Request-Id', randomUUID()) : reply)),
  ],
  // The contract itself names this address as the default of base_url. Spring HATEOAS and ASP.NET write such links.
  'base-url-told: The message of a 404 names the address of the list by the configured base URL.': saysMore(
    40_401,
    'The list is at http://127.0.0.1:8080/plants.',
  ),
  // RFC 3986, 3.2. Twilio and many others name a help page in the message; .rs is Serbia.
  'help-in-serbia: The message for a wrong limit names a help page in Serbia.': saysMore(40_001, 'See https://pomoc.plants.rs:8443/limit for help.'),
  // A name from the public interface, not from its inside: AWS writes ValidationException into its answers.
  'code-before-message: The message for a wrong limit begins with its documented name, ValidationException.': messageWith(
    40_001,
    (message) => `ValidationException: ${message}`,
  ),
  // A path on the public site, not on the machine. Applications put their pages below /app (Angular, Grafana's links).
  'path-of-a-page: The message for a missing token names the path where tokens are available.': saysMore(40_101, 'Get one at /app/tokens.'),
  // nginx' ngx_http_proxy_module: @ and seconds since 1970. This time is long past, so nothing is cached.
  'accel-expires-past: X-Accel-Expires tells nginx that the answer went stale in 1970.': adding(['X-Accel-Expires', '@1']),
  // RFC 8259, 8.2: JSON may have such escapes. Java, .NET and MySQL's UTF-16 columns cut texts after a number of units.
  'names-cut: Names are cut within a surrogate pair.': worldWith([
    { name: 'Cactus \uD83C', tag: '\uDF35', seenBy: ['ana', 'ben'] },
    { name: '\uD83C', seenBy: ['ana'] },
    { name: '\uDF35\uD83C', seenBy: ['ben'] },
  ]),
  // "all header lines together may have 16384". Entra ID's JWTs with groups, and Kerberos, reach twelve thousand octets.
  'tokens-of-twelve-thousand: Tokens have twelve thousand characters.': withTokens((name) => `${name}.${'kQ7vN2xR9tWz8bLc'.repeat(750)}`),
  // RFC 9110, 12.5.1 and 8.8.3.3; "Vary: the request headers that the answer depends on". Django REST, Rails, GitHub.
  'indented-for-browsers: A client that accepts HTML gets the JSON indented, with its own ETag.': [
    indentedForBrowsers,
    varying('Accept, Authorization'),
  ],
  // RFC 8878, 3: one or more frames, whose contents are concatenated. pzstd writes several, as do encoders that end a frame to flush.
  'zstd-in-frames: A client that accepts zstd gets the list in two frames.': packing({
    packs: taking('zstd'),
    name: 'zstd',
    pack: (body) => {
      const middle = body.length >> 1
      return Buffer.concat([zstdCompressSync(body.subarray(0, middle)), zstdCompressSync(body.subarray(middle))])
    },
  }),
  // RFC 9110, 5.5: octets beyond ASCII are opaque. CDNs tell the caller's place in UTF-8 (Fastly, Cloudflare).
  'city-in-utf-8: A field names a city in UTF-8.': adding(['X-Geo-City', Buffer.from('Århus à').toString('latin1')]),
  // RFC 6750, 3; the same for every reason. Microsoft's APIs put a reference for the support desk into error_description.
  'challenge-with-reference: A challenge has a reference by which the refusal is found in the log.': [
    sendingAs('WWW-Authenticate', (own = '') => (own.includes('error=') ? `${own}, error_description="Reference ${byChance()}"` : own)),
    is401,
  ],
  // Nothing says how soon an answer must come. On AWS Lambda, Azure App Service and Heroku the first request waits for a machine.
  'cold-start: The very first answer takes three seconds.': delaying((ask) => (ask?.number === 1 ? 3000 : 0)),
}
