/** Status, as reported for real software: fields, content and parameters that are refused although they mean nothing. */
import { answering, lacking } from '../faults/replies.ts'
import { isNoJson, lengthOf, refusingAt } from '../faults/routes.ts'
import type { Faults } from '../mutant.ts'
import { field, is200, limited, method, parameter, request, status, target, type Trigger } from '../triggers.ts'
import { page } from './reported-status.ts'

const ofContent: Trigger = request((ask) => lengthOf(ask) > 0 || 'transfer-encoding' in ask.headers)

export const completed: Faults = {
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
