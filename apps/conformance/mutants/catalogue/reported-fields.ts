/** Headers, as reported for real software: header fields of answers. */
import { randomBytes } from 'node:crypto'
import { gzip, packing } from '../faults/packing.ts'
import { idsAs, lacking, listWithBody, sending, sendingAs, writingOctets, zipped, madeAs } from '../faults/replies.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { before, isSameCaller } from '../triggers-between.ts'
import { about, field, is200, is401, listed, type Trigger } from '../triggers.ts'

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

export const completed: Faults = {
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
