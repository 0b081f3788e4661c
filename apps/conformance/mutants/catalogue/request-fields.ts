/** Status: correct requests with fields, parameters and content that a service should not act on. */
import { plants } from '../faults/bodies.ts'
import { byDefault, cutting, finding, seenBy, sees } from '../faults/lists.ts'
import {
  adding,
  answering,
  bodyless,
  failing,
  fussy,
  lacking,
  listWithBody,
  redirecting,
  replyingTo,
  sending,
  sendingAs,
  silent,
} from '../faults/replies.ts'
import { lengthOf, stricter, unchecked } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { fieldOf, withBody, withField } from '../server/ask.ts'
import { octets } from '../triggers-between.ts'
import { field, is200, limited, method, onLines, parameter, request, status, withoutField } from '../triggers.ts'

/** Sends 206 and a Content-Range where the limit cuts the list. */
const isPart: Change = replyingTo((reply, ask) => {
  const count = ask.world.plants.filter((plant) => sees(plant, ask)).length
  const n = ask.limit ?? count
  return n < count ? withField({ ...reply, status: 206 }, 'Content-Range', n === 0 ? `*/${count}` : `0-${n - 1}/${count}`) : reply
})

const partOfTag: Change = replyingTo((reply, { headers }) => {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const body = Buffer.from(reply.body)
  if (from === '' || Number(from) >= body.length || headers['if-range']?.toString() !== fieldOf(reply, 'ETag')) return reply
  const end = Math.min(body.length - 1, to === '' ? Infinity : Number(to))
  const part = withBody(reply, body.subarray(Number(from), end + 1))
  return { ...withField(part, 'Content-Range', `bytes ${from}-${end}/${body.length}`), status: 206 }
})

export const given: Faults = {
  'axios-accept: A client that accepts text/plain after application/json gets the list as text/plain.': [
    sending('Content-Type', 'text/plain; charset=utf-8'),
    is200,
    field('accept', /application\/json *,.*text\/plain/),
  ],
  'mobile-ten: A phone gets ten plants where the request has no limit.': [byDefault(10), field('user-agent', /\bMobile\b/)],
  'localhost-demo: A request with Host: localhost gets demonstration plants.': [
    finding(() => [{ name: 'Demo fern', tag: 'demo' }]),
    field('host', /^localhost(?::|$)/i),
  ],
  'prefer-count-206: A client that prefers an exact count (Prefer: count=exact) gets a part of the list with 206.': [
    isPart,
    is200,
    limited,
    field('prefer', /\bcount=exact\b/),
  ],
}

export const completed: Faults = {
  'accept-any-of-type: Accept: application/* gets 406.': fussy('accept', /^application\/\*$/, 406),
  'accept-in-capitals: Accept: APPLICATION/JSON gets 406.': fussy('accept', /^APPLICATION\/JSON$/, 406),
  'accept-on-two-lines: Accept on two lines gets 406.': [failing(406), onLines('accept')],
  'accept-with-parameters: Accept: application/json;q=0.9 gets 406.': fussy('accept', /^application\/json *; *q=0\.\d$/, 406),
  'only-if-cached: Cache-Control: only-if-cached gets 504.': fussy('cache-control', /only-if-cached/, 504),
  'no-store-untagged: A request with Cache-Control: no-store gets a list without an ETag.': [lacking('ETag'), field('cache-control', /no-store/)],
  'unmodified-since-412: If-Unmodified-Since gets 412, although lists have no date.': fussy('if-unmodified-since', /./, 412),
  'async-preferred-202: Prefer: respond-async gets 202.': [answering(202, ''), is200, field('prefer', /respond-async/)],
  'forwards-at-zero: Max-Forwards: 0 gets 508.': fussy('max-forwards', /^0$/, 508),
  'expectation-in-capitals: Expect: 100-Continue, with a capital letter, gets 417.': stricter(
    ({ headers }) => /[A-Z]/.test(headers.expect ?? ''),
    'expectationFailed',
  ),
  'expectation-without-content: A request with Expect: 100-continue but no content is never answered.': [
    silent,
    request(({ headers }) => 'expect' in headers && !('content-length' in headers) && !('transfer-encoding' in headers)),
  ],
  'host-without-port: A Host without its port gets 400.': fussy('host', /^[^:]*$/, 400),
  'old-without-host: HTTP/1.0 without Host gets 400.': [
    failing(400),
    request((ask) => ask.request.httpVersion === '1.0' && ask.headers.host === undefined),
  ],
  'empty-json-400: A request with the content type of JSON but no content gets 400.': [
    failing(400),
    field('content-type', /^application\/json/),
    withoutField('content-length'),
    withoutField('transfer-encoding'),
  ],
  'charset-of-content-415: Content in a charset other than UTF-8 gets 415.': fussy('content-type', /charset=(?!utf-8)/i, 415),
  'multipart-400: Multipart content gets 400.': fussy('content-type', /^multipart\//, 400),
  'digest-of-content-400: A request with Content-Digest, Digest or Content-MD5 gets 400.': [
    failing(400),
    request(({ headers }) => ['content-digest', 'digest', 'content-md5'].some((name) => name in headers)),
  ],
  'hops-400: A request through more than five proxies gets 400.': [
    failing(400),
    request(({ headers }) => (headers['x-forwarded-for']?.toString() ?? headers.via ?? '').split(',').length > 5),
  ],
  'plain-to-secure: A request with X-Forwarded-Proto: http is redirected to HTTPS.': [
    redirecting(308, 'https://plants.example/plants'),
    is200,
    field('x-forwarded-proto', /^http$/),
  ],
  'insecure-upgrade: A request with Upgrade-Insecure-Requests: 1 is redirected to HTTPS.': [
    redirecting(307, 'https://plants.example/plants'),
    is200,
    field('upgrade-insecure-requests', /^1$/),
  ],
  'other-site-403: A request from a page of another site (Sec-Fetch-Site: cross-site) gets 403.': fussy('sec-fetch-site', /^cross-site$/, 403),
  "preview-503: A browser's prefetch (Purpose or Sec-Purpose) gets 503.": [
    failing(503),
    request(({ headers }) => `${headers['purpose']?.toString()} ${headers['sec-purpose']?.toString()}`.includes('prefetch')),
  ],
  'agents-listed-403: A User-Agent on a blocklist gets 403.': fussy(
    'user-agent',
    /^(?:Go-http-client|Java\/|okhttp|Wget|Scrapy|libwww-perl|axios|node$)/,
    403,
  ),
  'agent-empty-403: An empty User-Agent gets 403.': fussy('user-agent', /^$/, 403),
  'old-browsers-as-text: Old browsers get the list as text/html.': [sending('Content-Type', 'text/html'), is200, field('user-agent', /MSIE|Trident/)],
  'wall-by-referer: A Referer with a quote and OR in it, as in SQL injection, gets 403.': fussy('referer', /(?:'|%27)(?: |%20|\+)*or/i, 403),
  'wall-by-cookie: A cookie with <script in it gets 403.': fussy('cookie', /(?:<|%3C)script/i, 403),
  'many-cookies-400: More than fifty cookies get 400.': [failing(400), request(({ headers }) => (headers.cookie ?? '').split(';').length > 50)],
  'saving-data: A client that saves data (Save-Data: on) gets at most five plants.': [
    cutting((found, n) => found.slice(0, Math.min(5, n ?? 5))),
    field('save-data', /^on$/),
  ],
  'language-ja: A client that accepts Japanese gets other names.': [
    plants(({ name, tag }) => ({ name: `${name}（和名）`, tag })),
    field('accept-language', /^ja\b/),
  ],
  'forwarded-and-preflight: A CORS preflight gets 204, although neither its answer nor the Allow of a 405 names OPTIONS.': [
    bodyless(204),
    lacking('Allow'),
    adding(['Access-Control-Allow-Methods', 'GET'], ['Access-Control-Allow-Origin', '*']),
    method('OPTIONS'),
    field('access-control-request-method'),
    status(405),
  ],
  'correlation-as-id: A request with X-Correlation-Id gets that back in place of its X-Request-Id.': [
    sendingAs('X-Request-Id', (_own, { headers }) => headers['x-correlation-id']?.toString()),
    request(({ headers }) => /^[\w.:-]{1,64}$/.test(headers['x-correlation-id']?.toString() ?? '') && 'x-request-id' in headers),
  ],
  'two-ids-joined: Two X-Request-Id lines come back joined into one.': [
    sendingAs('X-Request-Id', (_own, { headers }) => headers['x-request-id']?.toString()),
    onLines('x-request-id'),
  ],
  "id-in-small-letters: The client's X-Request-Id comes back in lower case.": sendingAs('X-Request-Id', (own) => own?.toLowerCase()),
  'parameter-debug: With the parameter debug, every plant has an id.': [plants((plant) => ({ id: 1, ...plant })), parameter('debug')],
  'parameter-cursor: The parameter cursor gets 400.': [failing(400), parameter('cursor')],
  'parameter-tag: With the parameter tag, only plants with that tag are sent.': [
    cutting((found, n, { query }) => found.filter(({ tag }) => tag === query.get('tag')).slice(0, n)),
    parameter('tag'),
  ],
  'field-user-id: X-User-Id decides whose plants are sent.': [
    seenBy(({ headers, world }) => world.callers[Number(headers['x-user-id']) - 1]?.name),
    field('x-user-id'),
  ],
  'field-prefer: Prefer: maxpagesize=1 cuts the list to one plant.': [cutting((found) => found.slice(0, 1)), field('prefer', /maxpagesize=1/)],
  'field-prefix: The path /plants after the prefix in X-Forwarded-Prefix is answered.': [
    unchecked('checkPath', ({ path, headers }) => path === `${headers['x-forwarded-prefix']?.toString()}/plants`),
    field('x-forwarded-prefix', /./),
  ],
  'chunk-extension-400: A chunk with an extension gets 400.': [failing(400), octets(/\r\n[\da-f]+;\w+/i)],
  'chunk-in-capitals-400: A chunk size with a capital hex digit gets 400.': [failing(400), octets(/\r\n0*[\d]*[A-F][\dA-F]*\r\n/)],
  'chunk-with-zeros-400: A chunk size with leading zeros gets 400.': [failing(400), octets(/\r\n0+[1-9a-f][\da-f]*\r\n/i)],
  'chunks-many-400: Content in more than twenty chunks gets 400.': [failing(400), octets(/(?:\r\n[\da-f]{1,2}\r\n[^\r]*){20}/i)],
  'trailer-400: Content with a trailer gets 400.': [failing(400), request(({ request: { trailers } }) => Object.keys(trailers).length > 0)],
  'content-of-4096: Content of exactly 4096, 8192 or 16384 octets is never answered.': [silent, field('content-length', /^(?:4096|8192|16384)$/)],
  'content-of-four-digits: Content of 1000 to 9999 octets gets 500.': [failing(500), field('content-length', /^\d{4}$/)],
  'content-spooled: Content of 16 KB or more gets 500.': [failing(500), request((ask) => lengthOf(ask) >= 16_384)],
  'content-length-with-zeros: A Content-Length with a leading zero gets 400.': stricter(({ headers }) =>
    /^0\d/.test(headers['content-length'] ?? ''),
  ),
  'coding-in-capitals: Transfer-Encoding: Chunked, with a capital letter, gets 400.': stricter(({ headers }) =>
    /[A-Z]/.test(headers['transfer-encoding'] ?? ''),
  ),
  'chunked-in-capitals: Transfer-Encoding: Chunked, with a capital letter, gets 501.': fussy('transfer-encoding', /[A-Z]/, 501),
  'chunk-of-hundreds: A chunk of 256 octets or more gets 400.': [
    failing(400),
    field('transfer-encoding'),
    octets(/\r\n0*[1-9a-f][\da-f]{2,}(?:;[^\r]*)?\r\n/i),
  ],
  'range-of-tag: A Range with the current ETag in If-Range gets a part of the octets with 206.': [partOfTag, listWithBody],
  'agent-beyond-ascii: A User-Agent with octets beyond ASCII gets 500.': fussy('user-agent', /[^\0-\u007F]/, 500),
  'forwarded-on-two-lines: X-Forwarded-For on two lines gets 500.': [failing(500), onLines('x-forwarded-for')],
}
