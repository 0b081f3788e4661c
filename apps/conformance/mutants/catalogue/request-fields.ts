/** Class 3, continued: right requests with fields, parameters and content that a service takes for more than they are. */
import { plants } from '../faults/bodies.ts'
import { bare, byDefault, cutting, finding, sees } from '../faults/lists.ts'
import {
  adding,
  answering,
  bodyless,
  failing,
  fussy,
  lacking,
  listWithBody,
  redirecting,
  refusing,
  replyingTo,
  sending,
  sendingAs,
  silent,
} from '../faults/replies.ts'
import { stricter, unchecked } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { fieldOf, withBody, withField } from '../server/ask.ts'
import { octets } from '../triggers-between.ts'
import { field, is200, limited, method, onLines, parameter, request, status, withoutField } from '../triggers.ts'

/** More plants than the limit lets through. */
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
  'axios-accept: Who accepts text/plain behind application/json gets the list as that.': [
    sending('Content-Type', 'text/plain; charset=utf-8'),
    is200,
    field('accept', /application\/json *,.*text\/plain/),
  ],
  'mobile-ten: Who asks from a phone gets ten plants without a limit.': [byDefault(10), field('user-agent', /\bMobile\b/)],
  'localhost-demo: Who asks for localhost gets the plants of a demonstration.': [
    finding(() => [{ name: 'Demo fern', tag: 'demo' }]),
    field('host', /^localhost(?::|$)/i),
  ],
  'prefer-count-206: Who prefers an exact count gets a part of the list with 206.': [isPart, is200, limited, field('prefer', /\bcount=exact\b/)],
}

export const completed: Faults = {
  'accept-any-of-type: Who accepts application/* gets 406.': fussy('accept', /^application\/\*$/, 406),
  'accept-in-capitals: Who accepts APPLICATION/JSON gets 406.': fussy('accept', /^APPLICATION\/JSON$/, 406),
  'accept-on-two-lines: Who names what is accepted on two lines gets 406.': [failing(406), onLines('accept')],
  'accept-with-parameters: Who accepts application/json;q=0.9 alone gets 406.': fussy('accept', /^application\/json *; *q=0\.\d$/, 406),
  'only-if-cached: Who asks for what a cache has gets 504.': fussy('cache-control', /only-if-cached/, 504),
  'no-store-untagged: Who says that nothing is to be stored gets a list without ETag.': [lacking('ETag'), field('cache-control', /no-store/)],
  'unmodified-since-412: If-Unmodified-Since gets 412, though no list has a date.': fussy('if-unmodified-since', /./, 412),
  'async-preferred-202: Who would rather wait elsewhere gets 202.': [answering(202, ''), is200, field('prefer', /respond-async/)],
  'forwards-at-zero: A list that may be forwarded zero times gets 508.': fussy('max-forwards', /^0$/, 508),
  'expectation-in-capitals: Expect: 100-Continue with capitals gets 417.': stricter(
    ({ headers }) => /[A-Z]/.test(headers.expect ?? ''),
    'expectationFailed',
  ),
  'expectation-without-content: Who expects 100 and sends no content waits for ever.': [
    silent,
    request(({ headers }) => 'expect' in headers && !('content-length' in headers) && !('transfer-encoding' in headers)),
  ],
  'host-without-port: A Host without its port gets 400.': [refusing(400), is200, field('host', /^[^:]*$/)],
  'old-without-host: HTTP/1.0 without Host gets 400.': [
    refusing(400),
    is200,
    request((ask) => ask.request.httpVersion === '1.0' && ask.headers.host === undefined),
  ],
  'empty-json-400: Who says that content is JSON, and sends none, gets 400.': [
    failing(400),
    field('content-type', /^application\/json/),
    withoutField('content-length'),
    withoutField('transfer-encoding'),
  ],
  'charset-of-content-415: Content in another character set than UTF-8 gets 415.': fussy('content-type', /charset=(?!utf-8)/i, 415),
  'multipart-400: Content in several parts gets 400.': fussy('content-type', /^multipart\//, 400),
  'digest-of-content-400: Content that is not what its digest says gets 400.': [
    failing(400),
    request(({ headers }) => ['content-digest', 'digest', 'content-md5'].some((name) => name in headers)),
  ],
  'hops-400: A request through more than five proxies gets 400.': [
    failing(400),
    request(({ headers }) => (headers['x-forwarded-for']?.toString() ?? headers.via ?? '').split(',').length > 5),
  ],
  'plain-to-secure: A request that a proxy got in plain HTTP is sent to HTTPS.': [
    redirecting(308, 'https://plants.example/plants'),
    is200,
    field('x-forwarded-proto', /^http$/),
  ],
  'insecure-upgrade: A browser that would rather have HTTPS is sent there.': [
    redirecting(307, 'https://plants.example/plants'),
    is200,
    field('upgrade-insecure-requests', /^1$/),
  ],
  'other-site-403: A page of another site, as browsers tell, gets 403.': fussy('sec-fetch-site', /^cross-site$/, 403),
  'preview-503: A browser that fetches ahead gets 503.': [
    failing(503),
    request(({ headers }) => `${headers['purpose']?.toString()} ${headers['sec-purpose']?.toString()}`.includes('prefetch')),
  ],
  'agents-listed-403: Programs on a list get 403.': fussy('user-agent', /^(?:Go-http-client|Java\/|okhttp|Wget|Scrapy|libwww-perl|axios|node$)/, 403),
  'agent-empty-403: Programs with an empty name get 403.': fussy('user-agent', /^$/, 403),
  'old-browsers-as-text: Old browsers get the list as a page.': [sending('Content-Type', 'text/html'), is200, field('user-agent', /MSIE|Trident/)],
  'wall-by-referer: Who comes from an address with a quote and OR in it gets 403.': fussy('referer', /(?:'|%27)(?: |%20|\+)*or/i, 403),
  'wall-by-cookie: A cookie with <script in it gets 403.': fussy('cookie', /(?:<|%3C)script/i, 403),
  'many-cookies-400: More than fifty cookies get 400.': [failing(400), request(({ headers }) => (headers.cookie ?? '').split(';').length > 50)],
  'saving-data: Who saves data gets five plants.': [cutting((found, n) => found.slice(0, Math.min(5, n ?? 5))), field('save-data', /^on$/)],
  'language-ja: Who reads Japanese gets other names.': [
    plants(({ name, tag }) => ({ name: `${name}（和名）`, tag })),
    field('accept-language', /^ja\b/),
  ],
  'forwarded-and-preflight: A preflight is answered, and neither it nor a 405 names OPTIONS.': [
    bodyless(204),
    lacking('Allow'),
    adding(['Access-Control-Allow-Methods', 'GET'], ['Access-Control-Allow-Origin', '*']),
    method('OPTIONS'),
    field('access-control-request-method'),
    status(405),
  ],
  'correlation-as-id: Beside X-Correlation-Id an X-Request-Id is not kept.': [
    sendingAs('X-Request-Id', (_own, { headers }) => headers['x-correlation-id']?.toString()),
    request(({ headers }) => /^[\w.:-]{1,64}$/.test(headers['x-correlation-id']?.toString() ?? '') && 'x-request-id' in headers),
  ],
  'two-ids-joined: Of two X-Request-Id lines both come back in one.': [
    sendingAs('X-Request-Id', (_own, { headers }) => headers['x-request-id']?.toString()),
    onLines('x-request-id'),
  ],
  "id-in-small-letters: The request's own X-Request-Id comes back in small letters.": sendingAs('X-Request-Id', (own) => own?.toLowerCase()),
  'parameter-debug: With debug in the query the plants have numbers.': [plants((plant) => ({ id: 1, ...plant })), parameter('debug')],
  'parameter-cursor: A cursor is not understood, and refused.': [failing(400), parameter('cursor')],
  'parameter-tag: With tag in the query only the plants of that tag come.': [
    cutting((found, n, { query }) => found.filter(({ tag }) => tag === query.get('tag')).slice(0, n)),
    parameter('tag'),
  ],
  'field-user-id: X-User-Id says whose plants come.': [
    finding((found, { headers, world }, all) => {
      const caller = world.callers[Number(headers['x-user-id']) - 1]
      return caller === undefined ? found : bare(all.filter(({ seenBy }) => seenBy.includes(caller.name)))
    }),
    field('x-user-id'),
  ],
  'field-prefer: A preferred size of pages cuts the list.': [cutting((found) => found.slice(0, 1)), field('prefer', /maxpagesize=1/)],
  'field-prefix: A path behind the prefix that X-Forwarded-Prefix names is answered.': [
    unchecked('checkPath', ({ path, headers }) => path === `${headers['x-forwarded-prefix']?.toString()}/plants`),
    field('x-forwarded-prefix', /./),
  ],
  'chunk-extension-400: Content whose chunks have extensions gets 400.': [failing(400), octets(/\r\n[\da-f]+;\w+/i)],
  'chunk-in-capitals-400: Content whose length of a chunk has capital digits gets 400.': [failing(400), octets(/\r\n0*[\d]*[A-F][\dA-F]*\r\n/)],
  'chunk-with-zeros-400: Content whose length of a chunk begins with zeros gets 400.': [failing(400), octets(/\r\n0+[1-9a-f][\da-f]*\r\n/i)],
  'chunks-many-400: Content in more than twenty chunks gets 400.': [failing(400), octets(/(?:\r\n[\da-f]{1,2}\r\n[^\r]*){20}/i)],
  'trailer-400: Content with a trailer gets 400.': [failing(400), request(({ request: { trailers } }) => Object.keys(trailers).length > 0)],
  'content-of-4096: Content of exactly 4096 octets is waited for for ever.': [silent, field('content-length', /^(?:4096|8192|16384)$/)],
  'content-of-four-digits: Content of 1000 to 9999 octets gets 500.': [failing(500), field('content-length', /^\d{4}$/)],
  'content-spooled: Content of 16 KB or more gets 500.': [failing(500), request(({ headers }) => Number(headers['content-length'] ?? 0) >= 16_384)],
  'content-length-with-zeros: A Content-Length that begins with a zero gets 400.': stricter(({ headers }) =>
    /^0\d/.test(headers['content-length'] ?? ''),
  ),
  'coding-in-capitals: Transfer-Encoding: Chunked with a capital gets 400.': stricter(({ headers }) =>
    /[A-Z]/.test(headers['transfer-encoding'] ?? ''),
  ),
  'chunked-in-capitals: Transfer-Encoding: Chunked with a capital gets 501.': fussy('transfer-encoding', /[A-Z]/, 501),
  'chunk-of-hundreds: Content with a chunk of 256 octets or more gets 400.': [
    failing(400),
    field('transfer-encoding'),
    octets(/\r\n0*[1-9a-f][\da-f]{2,}(?:;[^\r]*)?\r\n/i),
  ],
  'range-of-tag: Who names the tag in If-Range gets a part of the octets, with 206.': [partOfTag, listWithBody],
  'agent-beyond-ascii: A program whose name is not ASCII gets 500.': fussy('user-agent', /[^\0-\u007F]/, 500),
  'forwarded-on-two-lines: X-Forwarded-For on two lines gets 500.': [failing(500), onLines('x-forwarded-for')],
}
