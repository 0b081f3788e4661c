/** Correct servers, as reported for products: what proxies and frameworks add. The last three show only with time. */
import { createHash, randomBytes } from 'node:crypto'
import {
  adding,
  answering,
  byChance,
  closing,
  delaying,
  lacking,
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
import { fieldOf, withField } from '../server/ask.ts'
import { grownOld, quiet } from '../triggers-between.ts'
import { is401, status } from '../triggers.ts'

/** Adds header fields with values that are made anew for each answer. */
const addingMade = (...made: readonly (readonly [name: string, value: () => string])[]): Change =>
  replyingTo((reply) => ({ ...reply, fields: [...reply.fields, ...made.map(([name, value]): [string, string] => [name, value()])] }))

const hex = (octets: number): string => randomBytes(octets).toString('hex')

const total: Change = ({ listFields }) => ({
  listFields: (tag, ask) => [...listFields(tag, ask), ['X-Total-Count', String(ask.world.plants.filter((plant) => sees(plant, ask)).length)]],
})

/** The digest is of the list, whether the list is sent or not. */
const digested = replyingWithList((reply, list) => withField(reply, 'Repr-Digest', `sha-256=:${createHash('sha256').update(list).digest('base64')}:`))

const hundredLeft: Change = replyingTo((reply, { onConnection, response }) =>
  response.shouldKeepAlive
    ? { ...reply, fields: [...reply.fields, ['Connection', 'Keep-Alive'], ['Keep-Alive', `timeout=5, max=${Math.max(1, 100 - onConnection)}`]] }
    : reply,
)

export const completed: Faults = {
  // php.net/session_cache_limiter: nocache
  'born-in-1981: Every answer expired in November 1981, and must not be stored.': [
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
  // Cloudflare, HTTP headers
  'cloudflare: A network in front names itself, its location, and where to report failures.': [
    adding(['Server', 'cloudflare'], ['CF-Cache-Status', 'DYNAMIC'], ['NEL', '{"success_fraction":0,"report_to":"cf-nel","max_age":604800}']),
    addingMade(['CF-RAY', () => `${hex(8)}-FRA`]),
  ],
  // Amazon API Gateway
  'api-gateway: A gateway adds ids of its own.': addingMade(
    ['x-amzn-RequestId', () => `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-${hex(6)}`],
    ['x-amz-apigw-id', () => randomBytes(11).toString('base64')],
    ['X-Amzn-Trace-Id', () => `Root=1-${hex(4)}-${hex(12)};Parent=${hex(8)};Sampled=0`],
  ),
  // microsoft/ApplicationInsights-dotnet
  'request-context: Every answer names the application in Request-Context.': adding(
    ['Request-Context', 'appId=cid-v1:6d5c5b0e-6e6c-4f2a-9a55-1c2d3e4f5a6b'],
    ['Access-Control-Expose-Headers', 'Request-Context'],
  ),
  // Fastly, X-Timer
  'edge-timer: Every answer says when it passed the edge, and how long it took.': [
    adding(['X-Served-By', 'cache-fra-eddf8230057-FRA'], ['X-Cache-Hits', '0']),
    addingMade(['X-Timer', () => `S${(Date.now() / 1000).toFixed(6)},VS0,VE${Date.now() % 50}`]),
  ],
  // Heroku, Network Error Logging of its router
  'heroku-router: A router adds itself to Via, and says where to report failures.': adding(
    ['Via', '1.1 heroku-router'],
    ['Reporting-Endpoints', 'heroku-nel="https://nel.heroku.com/reports?s=aGVsbG8%3D&sid=812dcc77&ts=1700000000"'],
    ['Nel', '{"report_to":"heroku-nel","response_headers":["Via"],"max_age":3600,"success_fraction":0.01,"failure_fraction":0.1}'],
  ),
  // Google Cloud Load Balancing
  'google-frontend: A load balancer adds the trace context, and itself to Via.': [
    adding(['Server', 'Google Frontend'], ['Via', '1.1 google']),
    addingMade(['X-Cloud-Trace-Context', () => `${hex(16)};o=1`]),
  ],
  // Vercel, response headers
  'vercel: Every answer names the places that it passed through.': [
    adding(['Server', 'Vercel'], ['X-Vercel-Cache', 'MISS']),
    addingMade(['X-Vercel-Id', () => `fra1::iad1::${byChance().toLowerCase()}-${Date.now()}-${hex(6)}`]),
  ],
  // RFC 9745 and RFC 8594
  'deprecated: Every answer says since when the interface is deprecated, and until when it is available.': adding(
    ['Deprecation', '@1735689600'],
    ['Sunset', 'Thu, 31 Dec 2099 23:59:59 GMT'],
    ['Link', '<https://plants.example/docs/changes>; rel="deprecation"; type="text/html"'],
  ),
  // typicode/json-server, GitLab
  'total-count: A list says how many plants there are without the limit.': total,
  // RFC 9530, 3
  'repr-digest: A list has its own digest in Repr-Digest.': digested,
  // OCI Distribution, moby: the digest is the tag
  'tag-is-digest: ETags name the algorithm that made them.': tagged((own) => own.replace(/^"/, '"sha256:')),
  // jshttp/etag, weak as Express has it
  'tag-of-express: ETags are weak, begin with a length, and contain signs of base64.': tagged(
    (own) => `W/"3f5-${own.slice(1, 12)}+/${own.slice(12, -1)}="`,
  ),
  // encode/django-rest-framework
  'allow-everywhere: OPTIONS is answered with a description of the list, and every answer has Allow.': [
    on(
      listBy('OPTIONS'),
      both(
        answering(200, '{"name":"Plant List","description":"","renders":["application/json"],"parses":["application/json"]}'),
        lacking('Cache-Control'),
      ),
    ),
    sending('Allow', 'GET, HEAD, OPTIONS'),
  ],
  // rs/cors: only a client that sends Origin is told, and all lists vary by it
  'origin-told-to-asker: A client that sends Origin is told that it may read the answer, and lists vary by Origin.': [
    varying('Authorization, Origin'),
    sendingAs('Access-Control-Allow-Origin', (_own, { headers }) => headers.origin),
  ],
  // Microsoft REST API Guidelines, Stripe: one id under several names
  'ids-under-names: The id of a request is also in Request-Id and X-Correlation-Id.': replyingTo((reply) => {
    const id = fieldOf(reply, 'X-Request-Id') ?? ''
    return { ...reply, fields: [...reply.fields, ['Request-Id', id], ['X-Correlation-Id', id]] }
  }),
  // apache/httpd, MaxKeepAliveRequests
  'hundred-left: Every answer says how many requests the connection has left.': hundredLeft,
  // apache/tomcat, AbstractProcessor.statusDropsConnection
  'drops-by-status: A connection is closed after 400, 408, 413, 414 and 5xx.': [closing, status(400, 408, 413, 414, 500, 503)],
  // envoyproxy/envoy, max_connection_duration
  'drained-when-old: A connection that is five seconds old is closed after the next answer.': [closing, grownOld(5000)],
  // Google Cloud Run, Azure App Service: scaled to zero
  'scaled-to-zero: After five seconds without a request, the next answer takes a second and a half.': [delaying(1500), quiet(5000)],
  // openjdk, a full garbage collection
  'collector: Every 150th answer takes three quarters of a second.': delaying((ask) => ((ask?.number ?? 0) % 150 === 0 ? 750 : 0)),
}
