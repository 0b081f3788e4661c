/** Header fields of responses. */
import { isRetired } from '../faults/credentials.ts'
import { adding, idsAs, lacking, listWithBody, madeAs, replying, sending, sendingAs, writingOctets, zipped } from '../faults/replies.ts'
import { type Change, type Faults, both } from '../mutant.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { type Trigger, about, every, field, is200, is400, is401, is404, limited, listed, malformed, method, refusal, request } from '../triggers.ts'
import { setTimeout } from 'node:timers/promises'
import { ownId } from '../server/reference.ts'
import { randomBytes } from 'node:crypto'
import { gzip, packing } from '../faults/packing.ts'
import { before, isSameCaller } from '../triggers-between.ts'

const type = (value: string | undefined): Change => sending('Content-Type', value)

const challenge = (value: string | undefined): Change => sending('WWW-Authenticate', value)

const allow = (value: string | undefined): Change => sending('Allow', value)

const invalid = 'Bearer realm="plant-store", error="invalid_token"'

const caching = (value: string | undefined): Change => sending('Cache-Control', value)

const identity = 'X-Request-Id'

const named = (value: string | undefined): Change => sending(identity, value)

const idOfConnection: Change = (reference) => {
  const ids = new WeakMap<object, string | undefined>()
  return sendingAs(identity, (own, { socket }) => {
    if (!ids.has(socket)) ids.set(socket, own)
    return ids.get(socket)
  })(reference)
}

/** Gives two requests with ids that are under way at the same time the later id. */
const crossed: Change = (reference) => {
  let last: string | undefined
  return {
    ...idsAs(() => last)(reference),
    pause: async (ask) => {
      last = ownId(ask) ?? last
      await setTimeout(15)
    },
  }
}

const alphabetOfApache = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@-'

/** Like the id that Apache makes of the time, the process and the address, with a letter for every six bits. */
const uniqueId = (): string => Array.from(randomBytes(27), (octet) => alphabetOfApache[octet % 64]).join('')

const uuid4 = /^[\da-f]{8}-?[\da-f]{4}-?4[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i

/** Whether the same caller sent the same request before. */
const asked = (ask: Ask): boolean => before(ask).some((one) => one.url === ask.url && one.method === ask.method && isSameCaller(one, ask))

const again: Trigger = about('history', asked)

const replayingFields: Change = ({ finish }) => {
  const kept = new Map<string, string | undefined>()
  return {
    finish: async (reply, ask) => {
      const finished = await finish(reply, ask)
      if (ask === undefined || finished.status !== 200) return finished
      const key = `${ask.url} ${ask.headers.authorization}`
      if (!kept.has(key)) kept.set(key, fieldOf(finished, 'X-Request-Id'))
      return withField(finished, 'X-Request-Id', kept.get(key))
    },
  }
}

const gzipped = both(zipped, sending('Content-Encoding', 'gzip'), sending('Vary', 'Authorization, Accept-Encoding'))

const isExpired = (ask: Ask): boolean =>
  ask.world.refused.some(({ token, why }) => why === 'expired' && ask.headers.authorization?.endsWith(token) === true)

export const given: Faults = {
  'type-text: A list is labelled as plain text.': [type('text/plain; charset=utf-8'), is200],
  'type-html: A list with a limit is labelled as HTML.': [type('text/html'), is200, limited],
}

export const completed: Faults = {
  'type-401-html: A 401 is labelled as HTML.': [type('text/html'), is401],
  'challenge-missing-head: A 401 to HEAD has no WWW-Authenticate.': [challenge(undefined), method('HEAD')],
  'challenge-basic: A 401 has a Basic challenge.': [challenge('Basic realm="plant-store"'), is401],
  'challenge-negotiate: A 401 for a refused token has a Negotiate challenge.': [challenge('Negotiate'), is401, field('authorization')],
  'challenge-invalid-never: A 401 for a refused token does not say invalid_token.': [challenge('Bearer realm="plant-store"'), is401],
  'head-tells-why: A 401 to HEAD for a token that is no longer valid says that it has expired.': [
    challenge(`${invalid}, error_description="expired"`),
    is401,
    method('HEAD'),
    request(isRetired),
  ],
  'allow-missing: A 405 has no Allow.': allow(undefined),
  'allow-missing-put: A 405 to PUT has no Allow.': [allow(undefined), method('PUT')],
  'cache-public-limit: Any cache may store a list with a limit.': [caching('public, no-cache'), is200, limited],
  'cache-missing-head: An answer to HEAD has no Cache-Control.': [caching(undefined), method('HEAD')],
  'cache-error-list: A refusal has the Cache-Control of a list.': [caching('private, no-cache'), refusal],
  'cache-404-missing: A 404 has no Cache-Control.': [caching(undefined), is404],
  'vary-other: The Vary of a list names a field other than Authorization.': [sending('Vary', 'Accept-Encoding'), is200],
  'vary-missing-limit: A list with a limit has no Vary.': [lacking('Vary'), limited],
  'etag-bare: An ETag has no quotes.': [sending('ETag', 'abc'), is200],
  'banner-powered: Every answer names the framework.': sending('X-Powered-By', 'Express'),
  'banner-seldom: Every fifth answer names the server.': [sending('Server', 'gunicorn/21.2.0'), every(5)],
  'id-of-connection: All answers on a connection have the X-Request-Id of the first.': idOfConnection,
  'id-missing: A list has no X-Request-Id.': [named(undefined), is200],
  'id-missing-malformed: The answer to input that is not HTTP has no X-Request-Id.': [named(undefined), malformed],
  'id-own: The X-Request-Id of a request is not returned.': [named('5f1c0b52'), is200],
  'id-any: Any X-Request-Id is returned, whatever its form.': replying((reply, ask) =>
    withField(reply, identity, String(ask?.headers['x-request-id'] ?? 'none')),
  ),

  'id-of-wrong-limits: All refusals of a limit within one second have the same X-Request-Id.': [
    sendingAs('X-Request-Id', (_sent, ask) => ownId(ask) ?? `limit-${Math.floor(ask.ageMs / 1000)}`),
    is400,
    request((ask) => ask.caller !== undefined),
  ],
  'ids-crossed: Two requests with ids of their own that are under way together both get the later id.': crossed,

  'refusal-on-edge: A 404 tells shared caches to store it (CDN-Cache-Control).': [adding(['CDN-Cache-Control', 'public, max-age=60']), is404],

  // postmanlabs/httpbin#537 (nginx before 1.7.3, the filter for gzip)
  'gzip-untagged: A client that accepts gzip gets it without an ETag.': packing({
    ...gzip,
    last: (reply, _ask, isPacked) => (isPacked ? withField(reply, 'ETag', undefined) : reply),
  }),
  // envoyproxy/envoy#31454
  'empty-length-from-cache: A repeated request is answered from a cache, with an empty Content-Length.': [
    writingOctets((head, body) => head.replace(/Content-Length: \d+/, 'Content-Length: ') + body),
    listWithBody,
    again,
  ],
  // kwhitley/apicache, as in louislam/uptime-kuma#7635: the complete stored set of header fields is replayed
  'fields-replayed: A repeated request gets the X-Request-Id of the first answer.': replayingFields,
  // rails/rails, ActionDispatch::RequestId: gsub(/[^\w\-@]/, "")
  "rails-id: A client's X-Request-Id comes back without its dots and colons.": idsAs((own) => own.replaceAll(/[.:]/g, '')),
  // elixir-plug/plug, Plug.RequestId: between 20 and 200 octets
  "plug-id: A client's X-Request-Id of fewer than twenty characters is not kept.": idsAs((own) => (own.length < 20 ? undefined : own)),
  // envoyproxy/envoy, pack_trace_reason
  "envoy-packs-reason: A client's X-Request-Id that is a UUID comes back with 9 as its fifteenth character.": idsAs((own) =>
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(own) ? `${own.slice(0, 14)}9${own.slice(15)}` : own,
  ),
  // snok/asgi-correlation-id, is_valid_uuid4
  "uuid4-id: A client's X-Request-Id is kept only if it is a UUID of version 4.": idsAs((own) => (uuid4.test(own) ? own : undefined)),
  // apache/httpd, mod_unique_id
  'unique-id-at: Ids that the service makes may contain an at sign.': madeAs(uniqueId),
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
  'gzip-for-nothing: A client that sends an empty Accept-Encoding gets gzip.': [gzipped, is200, field('accept-encoding', /^$/)],
  // senchalabs/connect#414, aws-powertools/powertools-lambda-typescript#5691
  'gzip-at-weight-zero: A client that refuses gzip (gzip;q=0) gets gzip.': [gzipped, is200, field('accept-encoding', /gzip *; *q=0(?:\.0*)?(?:,|$)/)],
  // rails/rails, the default Cache-Control beside an ETag
  'rails-cache-control: Lists have max-age=0, private, must-revalidate.': [sending('Cache-Control', 'max-age=0, private, must-revalidate'), listed],
}
