/** Header fields of responses, and how responses are framed and coded. */
import { randomBytes } from 'node:crypto'
import { fieldKept } from '../faults/memory.ts'
import { gzip, packing, plainTag, takesGzip } from '../faults/packing.ts'
import {
  adding,
  bodies,
  idsAs,
  lacking,
  lengths,
  listWithBody,
  madeAs,
  saying,
  sending,
  sendingAs,
  varying,
  writingBytes,
  zipped,
} from '../faults/replies.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import {
  all,
  before,
  field,
  is200,
  is400,
  is401,
  is404,
  isSameCaller,
  limited,
  listed,
  malformed,
  method,
  not,
  refusal,
  request,
  status,
} from '../triggers.ts'

const uuid4 = /^[\da-f]{8}-?[\da-f]{4}-?4[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i

/** Whether the same caller sent the same request before. */
const asked = (ask: Ask): boolean => before(ask).some((one) => one.url === ask.url && one.method === ask.method && isSameCaller(one, ask))

const gzipping = both(zipped, sending('Content-Encoding', 'gzip'), sending('Vary', 'Authorization, Accept-Encoding'))

const isExpired = (ask: Ask): boolean =>
  ask.world.refused.some(({ token, why }) => why === 'expired' && ask.headers.authorization?.endsWith(token) === true)

const coded = sending('Content-Encoding', 'gzip')

const acceptsGzip = request(takesGzip)

const gzipped = all(is200, acceptsGzip)

/** Lists for clients that accept gzip; all lists say that they depend on it. */
const forGzip = (change: Change): Change => both(varying('Accept-Encoding, Authorization'), on(gzipped, change))

/** Packs lists for clients that accept gzip, as middleware does, then applies the fault. */
const zippedWith = (more: Change): Change => both(forGzip(both(zipped, coded)), more)

export const given: Faults = {
  'type-text: A list is labelled as plain text.': [sending('Content-Type', 'text/plain; charset=utf-8'), is200],
  'line-feeds: Lines of the head end with a line feed alone.': [writingBytes((head, body) => head.replaceAll('\r\n', '\n') + body), listWithBody],
  'length-error-short: A 400 is longer than its Content-Length.': [lengths(() => 10), is400],
  'charset-asked: A client that sends Accept-Charset gets the list in ISO 8859-1.': [
    bodies((body) => Buffer.from(String(body), 'latin1')),
    is200,
    field('accept-charset'),
  ],
}

export const completed: Faults = {
  'challenge-basic: A 401 has a Basic challenge.': [sending('WWW-Authenticate', 'Basic realm="plant-store"'), is401],
  'challenge-invalid-never: A 401 for a refused token does not say invalid_token.': [
    sending('WWW-Authenticate', 'Bearer realm="plant-store"'),
    is401,
  ],
  'allow-missing: A 405 has no Allow.': lacking('Allow'),
  'cache-public-limit: Any cache may store a list with a limit.': [sending('Cache-Control', 'public, no-cache'), is200, limited],
  'cache-error-list: A refusal has the Cache-Control of a list.': [sending('Cache-Control', 'private, no-cache'), refusal],
  'vary-missing-limit: A list with a limit has no Vary.': [lacking('Vary'), limited],
  'vary-other: The Vary of a list names a field other than Authorization.': [sending('Vary', 'Accept-Encoding'), is200],
  'etag-bare: An ETag has no quotes.': [sending('ETag', 'abc'), is200],
  'banner-powered: Every response names the framework.': sending('X-Powered-By', 'Express'),
  'id-of-connection: All responses on a connection have the X-Request-Id of the first.': fieldKept('X-Request-Id', ({ socket }) => socket),
  'id-missing: A list has no X-Request-Id.': [lacking('X-Request-Id'), is200],
  'id-missing-malformed: The response to input that is not HTTP has no X-Request-Id.': [lacking('X-Request-Id'), malformed],
  'refusal-on-edge: A 404 tells shared caches to store it (CDN-Cache-Control).': [adding(['CDN-Cache-Control', 'public, max-age=60']), is404],

  // postmanlabs/httpbin#537 (nginx before 1.7.3, the filter for gzip)
  'gzip-untagged: A client that accepts gzip gets it without an ETag.': packing({
    ...gzip,
    last: (reply, _ask, isPacked) => (isPacked ? withField(reply, 'ETag', undefined) : reply),
  }),
  // envoyproxy/envoy#31454
  'empty-length-from-cache: A repeated request is answered from a cache, with an empty Content-Length.': [
    writingBytes((head, body) => head.replace(/Content-Length: \d+/, 'Content-Length: ') + body),
    listWithBody,
    request(asked),
  ],
  // kwhitley/apicache, as in louislam/uptime-kuma#7635: the complete stored set of header fields is replayed
  'fields-replayed: A repeated request gets the X-Request-Id of the first response.': [
    fieldKept('X-Request-Id', ({ url, headers }) => `${url} ${headers.authorization}`),
    is200,
  ],
  // rails/rails, ActionDispatch::RequestId: gsub(/[^\w\-@]/, "")
  "rails-id: A client's X-Request-Id comes back without its dots and colons.": idsAs((own) => own.replaceAll(/[.:]/g, '')),
  // elixir-plug/plug, Plug.RequestId: between 20 and 200 bytes
  "plug-id: A client's X-Request-Id of fewer than twenty characters is not kept.": idsAs((own) => (own.length < 20 ? undefined : own)),
  // envoyproxy/envoy, pack_trace_reason
  "envoy-packs-reason: A client's X-Request-Id that is a UUID comes back with 9 as its fifteenth character.": idsAs((own) =>
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(own) ? `${own.slice(0, 14)}9${own.slice(15)}` : own,
  ),
  // snok/asgi-correlation-id, is_valid_uuid4
  "uuid4-id: A client's X-Request-Id is kept only if it is a UUID of version 4.": idsAs((own) => (uuid4.test(own) ? own : undefined)),
  // apache/httpd, mod_unique_id
  'unique-id-at: Ids that the service makes contain an at sign.': madeAs(() => `${randomBytes(13).toString('hex')}@`),
  // Amazon API Gateway, x-amz-apigw-id
  'apigw-id: Ids that the service makes end with an equals sign.': madeAs(() => `${randomBytes(11).toString('base64url')}=`),
  // AWS X-Ray, X-Amzn-Trace-Id in the place of an id
  'trace-root-id: Ids that the service makes begin with Root=.': madeAs(
    () => `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`,
  ),
  // CVE-2014-1418
  'msie-without-vary: Internet Explorer gets lists without Vary.': [lacking('Vary'), listed, field('user-agent', /MSIE/)],
  // spring-projects/spring-security, BearerTokenAuthenticationEntryPoint and JwtTimestampValidator
  'jwt-expired-at: A challenge describes the error and, for an expired token, says when it expired.': [
    sendingAs('WWW-Authenticate', (own, ask) =>
      own?.includes('error=') === true
        ? `Bearer error="invalid_token", error_description="${isExpired(ask) ? 'Jwt expired at 2024-02-05T08:00:00Z' : 'Invalid token'}", error_uri="https://tools.ietf.org/html/rfc6750#section-3.1"`
        : own,
    ),
    is401,
  ],
  // 18F/18f.gsa.gov#1796
  'gzip-for-nothing: A client that sends an empty Accept-Encoding gets gzip.': [gzipping, is200, field('accept-encoding', /^$/)],
  // senchalabs/connect#414, aws-powertools/powertools-lambda-typescript#5691
  'gzip-at-weight-zero: A client that refuses gzip (gzip;q=0) gets gzip.': [
    gzipping,
    is200,
    field('accept-encoding', /gzip *; *q=0(?:\.0*)?(?:,|$)/),
  ],
  // rails/rails, the default Cache-Control beside an ETag
  'rails-cache-control: Lists have max-age=0, private, must-revalidate.': [sending('Cache-Control', 'max-age=0, private, must-revalidate'), listed],

  'length-head: HEAD states a different length from GET.': [sending('Content-Length', '2'), is200, method('HEAD')],
  'packed-head-length: HEAD that accepts gzip states the length of the uncompressed list.': [
    forGzip(coded),
    on(all(gzipped, not(method('HEAD'))), zipped),
  ],
  'packed-never-304: The ETag of a gzipped list is not recognised in If-None-Match.': zippedWith(
    on(
      acceptsGzip,
      sendingAs('ETag', (own) => own?.replace(/"$/, '-gzip"')),
    ),
  ),
  'packed-varies-not: Lists are gzipped on request without Accept-Encoding in Vary.': on(gzipped, both(zipped, coded)),
  'too-much-storable: A 413 has no Cache-Control, so it may be stored.': [lacking('Cache-Control'), status(413)],
  'expectation-as-text: A 417 has plain text as its body.': [saying('Expectation Failed', 'text/plain'), status(417)],
  '304-names-plain-tag: A 304 to a client that accepts brotli has the ETag of the uncompressed list.': packing({
    last: (reply) => (reply.status === 304 ? withField(reply, 'ETag', plainTag(fieldOf(reply, 'ETag') ?? '')) : reply),
  }),
  '304-other-vary: Vary names Accept-Encoding in a list but not in its 304.': [sending('Vary', 'Authorization, Accept-Encoding'), is200],
}
