/** Correct servers, as reported for products: what proxies and frameworks add. The last three show only with time. */
import { hash, randomBytes } from 'node:crypto'
import {
  adding,
  answering,
  closing,
  delaying,
  lacking,
  madeAs,
  replyingTo,
  replyingWithList,
  sending,
  sendingAs,
  varying,
} from '../faults/replies.ts'
import { sees } from '../faults/lists.ts'
import { listBy } from '../faults/routes.ts'
import { tagged } from '../faults/conditions.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { grownOld, is401, quiet, request, status } from '../triggers.ts'

const seen = (ask: Ask): number => ask.world.plants.filter((plant) => sees(plant, ask)).length

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** Ids that the service makes have a running number. */
const running =
  (form: (count: number) => string): Change =>
  (reference) => {
    let count = 0
    return madeAs(() => form((count += 1)))(reference)
  }

export const completed: Faults = {
  // php.net/session_cache_limiter: nocache
  'born-in-1981: Every response expired in November 1981, and must not be stored.': [
    sending('Cache-Control', 'no-store, no-cache, must-revalidate'),
    adding(['Expires', 'Thu, 19 Nov 1981 08:52:00 GMT'], ['Pragma', 'no-cache']),
  ],
  // Spring Security, DPoPAuthenticationEntryPoint (RFC 9449, 7.1)
  'challenge-dpop: A challenge of the scheme DPoP follows the other.': [
    sendingAs('WWW-Authenticate', (own) => `${own}, DPoP algs="ES256 PS256"`),
    is401,
  ],
  // RFC 9728, 5.1, as servers of the Model Context Protocol have it
  'challenge-metadata: A challenge says where the metadata of the resource is.': [
    sendingAs('WWW-Authenticate', (own) => `${own}, resource_metadata="https://plants.example/.well-known/oauth-protected-resource"`),
    is401,
  ],
  // Cloudflare, Amazon API Gateway, Fastly, Heroku, Google Front End, Vercel
  'gateways: Gateways in front add names, ids, places and times of their own.': replyingTo((reply) => ({
    ...reply,
    fields: [
      ...reply.fields,
      ['Server', 'cloudflare'],
      ['CF-RAY', `${hex(8)}-FRA`],
      ['X-Amzn-Trace-Id', `Root=1-${hex(4)}-${hex(12)};Parent=${hex(8)};Sampled=0`],
      ['X-Timer', `S${Date.now() / 1000},VS0,VE12`],
      ['Via', '1.1 vegur, 1.1 google'],
      ['X-Cloud-Trace-Context', `${hex(16)};o=1`],
      ['X-Vercel-Id', `fra1::iad1::${hex(3)}-${Date.now()}-${hex(6)}`],
    ],
  })),
  // RFC 9745 and RFC 8594
  'deprecated: Every response says since when the interface is deprecated, and until when it is available.': adding(
    ['Deprecation', '@1735689600'],
    ['Sunset', 'Thu, 31 Dec 2099 23:59:59 GMT'],
    ['Link', '<https://plants.example/docs/changes>; rel="deprecation"; type="text/html"'],
  ),
  // typicode/json-server, GitLab
  'total-count: A list says how many plants there are without the limit.': ({ listFields }) => ({
    listFields: (tag, ask) => [...listFields(tag, ask), ['X-Total-Count', String(seen(ask))]],
  }),
  // RFC 9530, 3
  'repr-digest: A list has its own digest in Repr-Digest.': replyingWithList((reply, list) =>
    withField(reply, 'Repr-Digest', `sha-256=:${hash('sha256', list, 'base64')}:`),
  ),
  // OCI Distribution, moby: the digest is the tag
  'tag-is-digest: ETags name the algorithm that made them.': tagged((own) => own.replace(/^"/, '"sha256:')),
  // jshttp/etag, weak as Express has it
  'tag-of-express: ETags are weak, begin with a length, and contain signs of base64.': tagged(
    (own) => `W/"3f5-${own.slice(1, 12)}+/${own.slice(12, -1)}="`,
  ),
  // encode/django-rest-framework
  'allow-everywhere: OPTIONS is answered with a description of the list, and every response has Allow.': [
    on(listBy('OPTIONS'), both(answering(200, '{"name":"Plant List","renders":["application/json"]}'), lacking('Cache-Control'))),
    sending('Allow', 'GET, HEAD, OPTIONS'),
  ],
  // rs/cors: only a client that sends Origin is told, and all lists vary by it
  'origin-told-to-asker: A client that sends Origin is told that it may read the response, and lists vary by Origin.': [
    varying('Authorization, Origin'),
    sendingAs('Access-Control-Allow-Origin', (_own, { headers }) => headers.origin),
  ],
  // Microsoft REST API Guidelines, Stripe: one id under several names
  'ids-under-names: The id of a request is also in Request-Id and X-Correlation-Id.': replyingTo((reply) => {
    const id = fieldOf(reply, 'X-Request-Id') ?? ''
    return { ...reply, fields: [...reply.fields, ['Request-Id', id], ['X-Correlation-Id', id]] }
  }),
  // dotnet/aspnetcore, HttpContext.TraceIdentifier
  'trace-identifiers: Ids contain a colon and a running number.': running((count) => `0HN4K1R2JQ8VV:${count.toString(16).padStart(8, '0')}`),
  // fastify/fastify, genReqId
  'req-ids: Ids are req- and a running number in base 36.': running((count) => `req-${count.toString(36)}`),
  // nginx, $request_id
  'hex-ids: Ids are 32 hexadecimal digits.': madeAs(() => hex(16)),
  // ulid/spec
  'ulids: Ids are 26 capitals and digits.': madeAs(() => `01${hex(12).toUpperCase()}`),
  // apache/httpd, MaxKeepAliveRequests
  'hundred-left: Every response says how many requests the connection has left.': [
    replyingTo((reply, ask) => ({
      ...reply,
      fields: [...reply.fields, ['Connection', 'Keep-Alive'], ['Keep-Alive', `max=${Math.max(1, 100 - ask.onConnection)}`]],
    })),
    request(({ response }) => response.shouldKeepAlive),
  ],
  // apache/tomcat, AbstractProcessor.statusDropsConnection
  'drops-by-status: A connection is closed after 400, 408, 413, 414 and 5xx.': [closing, status(400, 408, 413, 414, 500, 503)],
  // envoyproxy/envoy, max_connection_duration
  'drained-when-old: A connection that is five seconds old is closed after the next response.': [closing, grownOld(5000)],
  // Google Cloud Run, Azure App Service: scaled to zero
  'scaled-to-zero: After five seconds without a request, the next response takes a second and a half.': [delaying(1500), quiet(5000)],
  // openjdk, a full garbage collection
  'collector: Every 150th response takes three quarters of a second.': delaying((ask) => ((ask?.number ?? 0) % 150 === 0 ? 750 : 0)),
}
