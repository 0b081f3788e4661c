/** Statuses that are not due, for requests of every kind. */
import { adding, answering, asStatus, bodyless, failing, fussy, lacking, replyingTo, sending, silent } from '../faults/replies.ts'
import { type Change, type Faults, inWorld } from '../mutant.ts'
import {
  type Trigger,
  every,
  field,
  is200,
  is400,
  is401,
  is404,
  is405,
  limitText,
  limited,
  method,
  parameter,
  refusal,
  request,
  status,
  target,
  withoutField,
} from '../triggers.ts'
import { cutting, sees, sorted } from '../faults/lists.ts'
import { isNoJson, lengthOf, refusingAt, unchecked } from '../faults/routes.ts'
import { withField } from '../server/ask.ts'
import { octets } from '../triggers-between.ts'
import { lists } from '../faults/bodies.ts'
import { worldWith } from '../server/world.ts'
import { page } from './reported-status.ts'

/** Sends 206 and a Content-Range where the limit cuts the list. */
const isPart: Change = replyingTo((reply, ask) => {
  const count = ask.world.plants.filter((plant) => sees(plant, ask)).length
  const n = ask.limit ?? count
  return n < count ? withField({ ...reply, status: 206 }, 'Content-Range', n === 0 ? `*/${count}` : `0-${n - 1}/${count}`) : reply
})

/** The first caller's plants are in order of name, in ASCII and without tags. */
const quietAna = worldWith([
  { name: 'Alder', seenBy: ['ana'] },
  { name: 'Beech', seenBy: ['ana', 'ben'] },
  { name: 'Cedar', seenBy: ['ana'] },
  { name: 'Oak', tag: 'Quercus', seenBy: ['ben'] },
  { name: 'Birch', seenBy: ['ben'] },
  { name: 'Ромашка', tag: 'Matricaria', seenBy: ['ben'] },
])

const htmlPage = '<html><head><title>Plants</title></head><body><h1>Plants</h1></body></html>'

const ofContent: Trigger = request((ask) => lengthOf(ask) > 0 || 'transfer-encoding' in ask.headers)

export const given: Faults = {
  'list-201: A list has the status 201.': [asStatus(201), is200],
  'list-304-unasked: Every eighth list is answered with 304, even without a condition.': [bodyless(304), is200, every(8)],
  'list-500-seldom: Every tenth list is answered with 500.': [failing(500), every(10)],
  'limit-422: A wrong limit gets 422.': [asStatus(422), is400, limited],
  'limit-500: A wrong limit gets 500.': [asStatus(500), is400, limited],
  'limit-503-seldom: Every fifth wrong limit gets 503.': [asStatus(503), is400, limited, every(5)],

  'prefer-count-206: A client that prefers an exact count (Prefer: count=exact) gets a part of the list with 206.': [
    isPart,
    is200,
    limited,
    field('prefer', /\bcount=exact\b/),
  ],

  ...inWorld(quietAna, {
    'collated: A client that accepts Spanish gets the plants sorted by name.': [sorted, field('accept-language', /\bes\b/i)],
  }),
}

export const completed: Faults = {
  'list-501-head: HEAD gets 501.': [failing(501), method('HEAD')],
  'negative-416: A negative limit gets 416.': [asStatus(416), is400, limitText(/^-/)],
  'missing-400: A request without a token gets 400.': [asStatus(400), is401, withoutField('authorization')],
  'elsewhere-400: An unknown path gets 400.': [asStatus(400), is404],
  'method-501: A method that is not allowed gets 501.': [asStatus(501), is405],
  'method-400: A method that is not allowed gets 400.': [asStatus(400), is405],
  'hostile-many: More than a thousand parameters get 500.': [failing(500), request(({ query }) => query.size > 1000)],
  'hostile-path: An invalid percent code at the end of the path gets 500.': [asStatus(500), request((ask) => ask.path.endsWith('%'))],
  'origin-403: A request from a web page (Origin) gets 403.': [failing(403), field('origin')],
  'agent-400: A request without User-Agent gets 400.': [failing(400), withoutField('user-agent')],
  'continue-417: A request with Expect gets 417.': [failing(417), field('expect')],

  'only-if-cached: Cache-Control: only-if-cached gets 504.': fussy('cache-control', /only-if-cached/, 504),
  'unmodified-since-412: If-Unmodified-Since gets 412, although lists have no date.': fussy('if-unmodified-since', /./, 412),
  'expectation-without-content: A request with Expect: 100-continue but no content is never answered.': [
    silent,
    request(({ headers }) => 'expect' in headers && !('content-length' in headers) && !('transfer-encoding' in headers)),
  ],
  'old-browsers-as-text: Old browsers get the list as text/html.': [sending('Content-Type', 'text/html'), is200, field('user-agent', /MSIE|Trident/)],
  'wall-by-cookie: A cookie with <script in it gets 403.': fussy('cookie', /(?:<|%3C)script/i, 403),
  'forwarded-and-preflight: A CORS preflight gets 204, although neither its answer nor the Allow of a 405 names OPTIONS.': [
    bodyless(204),
    lacking('Allow'),
    adding(['Access-Control-Allow-Methods', 'GET'], ['Access-Control-Allow-Origin', '*']),
    method('OPTIONS'),
    field('access-control-request-method'),
    status(405),
  ],
  'field-prefer: Prefer: maxpagesize=1 cuts the list to one plant.': [cutting((found) => found.slice(0, 1)), field('prefer', /maxpagesize=1/)],
  'field-prefix: The path /plants after the prefix in X-Forwarded-Prefix is answered.': [
    unchecked('checkPath', ({ path, headers }) => path === `${headers['x-forwarded-prefix']?.toString()}/plants`),
    field('x-forwarded-prefix', /./),
  ],
  'chunk-extension-400: A chunk with an extension gets 400.': [failing(400), octets(/\r\n[\da-f]+;\w+/i)],
  'content-of-4096: Content of exactly 4096, 8192 or 16384 octets is never answered.': [silent, field('content-length', /^(?:4096|8192|16384)$/)],

  'dated-version: A client that requests the API as of an earlier date (Api-Version: 2023-…) gets the list in an object.': [
    lists((own) => `{"plants":${own}}`),
    field('api-version', /^20(?:1\d|2[0-3])-\d\d-\d\d$/),
  ],

  'grpc-refusals-200: With Content-Type: application/grpc, refusals have status 200 and a Grpc-Status field.': [
    bodyless(200),
    sending('Content-Type', 'application/grpc'),
    adding(['Grpc-Status', '16']),
    refusal,
    field('content-type', /^application\/grpc/),
  ],
  'held-too-large-page: A client that holds back more content than is accepted gets 413 with an HTML page.': [
    answering(413, htmlPage, 'text/html'),
    status(413),
    field('expect'),
  ],

  // coreruleset/coreruleset, rule 920230
  'encoded-twice-403: A query with a percent code that is itself percent-encoded gets 403 with a page.': [
    page(403, '403 Forbidden'),
    target(/\?.*%25[\da-f]{2}/i),
  ],
  // Amazon CloudFront Developer Guide: GET requests that include a body
  'cloudfront-body: A GET with content gets 403 with a page.': [
    page(403, '403 ERROR', 'The request could not be satisfied.'),
    method('GET'),
    ofContent,
  ],
  // expressjs/body-parser, entity.parse.failed
  'broken-json: Content that claims to be JSON but is not gets 400 with a page.': [
    page(400, 'Error', '<pre>SyntaxError: Unexpected token in JSON at position 0</pre>'),
    request(isNoJson),
  ],
  // expressjs/body-parser, encoding.unsupported
  'content-coding-415: Content in an unknown coding gets 415 with a page.': [
    page(415, 'Error', '<pre>UnsupportedMediaTypeError: unsupported content encoding</pre>'),
    ofContent,
    field('content-encoding', /^(?!(?:gzip|deflate|identity)$)/i),
  ],
  // envoyproxy/envoy, headers_with_underscores_action: REJECT_REQUEST
  'underscored-field-400: A header field with an underscore in its name gets 400 without a body.': [
    answering(400, ''),
    lacking('ETag', 'X-Request-Id', 'Cache-Control'),
    request(({ request: { rawHeaders } }) => rawHeaders.some((text, at) => at % 2 === 0 && text.includes('_'))),
  ],
  // lighttpd bug 1017
  'lighttpd-417: Expect: 100-continue gets 417.': [refusingAt('checkForm', 'expectationFailed'), field('expect')],
  // websockets/ws, abortHandshake: an offer of h2c, as curl --http2 makes it, reaches the listener for WebSocket
  'websocket-only: An offer to upgrade to any protocol but WebSocket gets 400 with the body Bad Request.': [
    answering(400, 'Bad Request', 'text/html'),
    lacking('ETag', 'X-Request-Id', 'Cache-Control'),
    field('upgrade', /^(?!websocket$)/i),
    field('connection', /upgrade/i),
  ],
  // aspnet/KestrelHttpServer#683
  'kestrel-505: A request of version HTTP/2.0 gets 505 and nothing else.': [
    answering(505, ''),
    lacking('X-Request-Id', 'Cache-Control'),
    request((ask) => ask.request.httpVersionMajor > 1),
  ],
  // rack/rack, ParameterTypeError: expected Array (got String) for param
  'parameter-type: A limit beside limit[] gets 400 with a page.': [page(400, 'Bad Request'), is200, limited, parameter('limit[]')],
  // rails/rails, undefined method to_i for ActionController::Parameters
  'nested-limit: A parameter such as limit[x] gets 500 with a page.': [
    page(500, "We're sorry, but something went wrong."),
    is200,
    target(/[?&]limit(?:\[|%5b)\w/i),
  ],
  // django/django, DATA_UPLOAD_MAX_NUMBER_FIELDS
  'thousand-fields: More than a thousand parameters get 400 with a page.': [
    page(400, 'Bad Request (400)'),
    request(({ query }) => query.size > 1000),
    status(200, 400),
  ],
}
