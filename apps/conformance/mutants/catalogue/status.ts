/** Statuses that are not due, for requests of every kind. Rows with a source are reported for real software. */
import { anyCurrent } from '../faults/conditions.ts'
import { answering, asStatus, bodyless, cuttingOff, failing, lacking, page, plain, sending, silent } from '../faults/replies.ts'
import { decoded, isNoJson, lengthOf, bytesOfHead, refusingAt, unchecked } from '../faults/routes.ts'
import type { Faults } from '../mutant.ts'
import {
  every,
  field,
  is200,
  is400,
  is401,
  is404,
  is405,
  limited,
  method,
  not,
  parameter,
  request,
  status,
  target,
  together,
  type Trigger,
  withoutField,
} from '../triggers.ts'

const ofContent: Trigger = request((ask) => lengthOf(ask) > 0 || 'transfer-encoding' in ask.headers)

const notTooLong = not(status(414, 431))

export const given: Faults = {
  'list-201: A list has the status 201.': [asStatus(201), is200],
  'list-304-unasked: Every eighth list is answered with 304, even without a condition.': [bodyless(304), is200, every(8)],
  'limit-422: A wrong limit gets 422.': [asStatus(422), is400, limited],
  'prefer-count-206: A client that prefers an exact count (Prefer: count=exact) gets 206.': [
    asStatus(206),
    is200,
    limited,
    field('prefer', /\bcount=exact\b/),
  ],

  // bugs.php.net 44639 (PDO: a value bound to LIMIT is put in quotes)
  'pdo-quoted-limit: With a limit, the database finds a syntax error and the list gets 500.': [failing(500), limited],
  // elastic/elasticsearch, index.max_result_window
  'result-window: A limit above ten thousand gets 500.': [failing(500), request((ask) => (ask.limit ?? 0) > 10_000)],
  // nginx, limit_conn and limit_conn_status
  'limit-conn: While ten requests are under way, any other gets 503 with a page.': [page(503, '503 Service Temporarily Unavailable'), together(11)],
}

export const completed: Faults = {
  'underscores-as-dashes: If_None_Match is read as If-None-Match.': [anyCurrent, field('if_none_match', /^\*$/)],
  'missing-400: A request without a token gets 400.': [asStatus(400), is401, withoutField('authorization')],
  'elsewhere-400: An unknown path gets 400.': [asStatus(400), is404],
  'method-501: A method that is not allowed gets 501.': [asStatus(501), is405],
  'expectation-without-content: A request with Expect: 100-continue but no content is never answered.': [
    silent,
    request(({ headers }) => 'expect' in headers && !('content-length' in headers) && !('transfer-encoding' in headers)),
  ],
  'old-browsers-as-text: Old browsers get the list as text/html.': [sending('Content-Type', 'text/html'), is200, field('user-agent', /MSIE|Trident/)],
  'field-prefix: The path /plants after the prefix in X-Forwarded-Prefix is answered.': [
    unchecked('checkPath', ({ path, headers }) => path === `${headers['x-forwarded-prefix']?.toString()}/plants`),
    field('x-forwarded-prefix', /./),
  ],
  'chunk-extension-400: A chunk with an extension gets 400.': [failing(400), request(({ came }) => /\r\n[\da-f]+;\w+/i.test(came()))],

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

  // benoitc/gunicorn#2487
  'gunicorn-request-line: A request line of more than 4094 bytes gets 400 with a page.': [
    page(400, 'Bad Request', 'Request Line is too large (4106 &gt; 4094)'),
    request(({ method: name, url }) => name.length + url.length + 10 > 4094),
  ],
  // project-kessel/insights-rbac#682
  'gunicorn-field-size: A header field of more than 8190 bytes gets 400 with a page.': [
    page(400, 'Bad Request', 'Error parsing headers: &#x27;limit request headers fields size&#x27;'),
    request(({ request: { rawHeaders } }) => rawHeaders.some(({ length }) => length > 8190)),
    notTooLong,
  ],
  // apache/tomcat, maxHttpHeaderSize
  'tomcat-header-size: A request line and header of more than 8192 bytes together get 400 with a page.': [
    page(400, 'HTTP Status 400 – Bad Request', 'Request header is too large'),
    request((ask) => bytesOfHead(ask) + ask.method.length + 12 > 8192),
    notTooLong,
  ],
  // IIS, requestLimits maxQueryString: 404.15
  'iis-query-string: A query of more than 2048 bytes gets 404 with a page.': [page(404, '404 - File or directory not found.'), target(/\?.{2049,}/)],
  // HTTP.sys, UrlSegmentMaxLength
  'httpsys-segment: A path segment of more than 260 characters gets 400 with a page.': [
    page(400, 'Bad Request - Invalid URL'),
    request(({ path }) => /[^/]{261}/.test(decoded(path))),
    notTooLong,
  ],
  // ASP.NET, requestPathInvalidCharacters
  'dangerous-path: A path with a colon, an asterisk, an ampersand or a percent sign gets 400 with a page.': [
    page(400, 'A potentially dangerous Request.Path value was detected from the client.'),
    request(({ path }) => path !== '*' && /[<>*%&:?]/.test(decoded(path))),
  ],
  // encode/django-rest-framework, URL_FORMAT_OVERRIDE
  'drf-format: A format parameter other than json gets 404.': [
    refusingAt('checkPlace', 'notFound'),
    parameter('format'),
    target(/[?&]format=(?!json(?:&|$))/),
  ],
  // rails/rails, ActionController::UnknownFormat
  'rails-format: A format parameter other than json gets 406 without a body.': [
    answering(406, ''),
    lacking('ETag'),
    sending('Cache-Control', 'no-cache'),
    is200,
    target(/[?&]format=(?!json(?:&|$))/),
  ],
  // Kludex/starlette#1175, and Django ticket 28201: a string literal cannot contain NUL (0x00) characters
  'nul-in-parameter: A NUL character in any parameter gets 500 as text, without the usual header fields.': [
    answering(500, 'Internal Server Error', 'text/plain; charset=utf-8'),
    plain,
    status(200, 400),
    target(/\?.*%00/),
  ],
  // sveltejs/kit#5245, restify/node-restify#97
  'undecodable-path-crash: A path whose percent codes cannot be decoded ends the connection without a response.': [
    cuttingOff,
    request(({ path }) => path.includes('%') && decoded(path) === path),
  ],
  // fastify/fastify#5735, fastify/fastify#1888
  'bad-url-400: A path whose percent codes cannot be decoded gets a 400 that bypasses all hooks.': [
    answering(400, '{"error":"Bad Request","code":"FST_ERR_BAD_URL","message":"not a valid url component","statusCode":400}', 'application/json'),
    lacking('X-Request-Id', 'Cache-Control'),
    request(({ path }) => path.includes('%') && decoded(path) === path),
  ],
  // laravel/framework, Authenticate::redirectTo: Route [login] not defined
  'login-route: A client without a valid token that does not accept JSON gets 500.': [
    page(500, 'Route [login] not defined.'),
    is401,
    request(({ headers }) => !/[/+]json\b/.test(headers.accept ?? '')),
  ],
  // spring-projects/spring-security, StrictHttpFirewall before 5.5: RequestRejectedException
  'strict-firewall: A path with two slashes, a semicolon, or a percent-encoded slash or percent sign gets 500.': [
    page(500, 'Whitelabel Error Page', 'There was an unexpected error (type=Internal Server Error, status=500).'),
    request(({ path }) => /\/\/|;|%3b|%2f|%25|%5c|\\/i.test(path)),
  ],
}
