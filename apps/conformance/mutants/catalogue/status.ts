/** Statuses that are not due, for requests of every kind. Rows with a source are reported for real software. */
import { answering, asStatus, bodyless, cuttingOff, failing, lacking, page, plain, sending, silent } from '../faults/replies.ts'
import { decoded, unchecked } from '../faults/routes.ts'
import type { Faults } from '../mutant.ts'
import { every, field, is200, is400, is401, is404, is405, limited, not, request, status, target, together, withoutField } from '../triggers.ts'

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
  // nginx, limit_conn and limit_conn_status
  'limit-conn: While ten requests are under way, any other gets 503 with a page.': [page(503, '503 Service Temporarily Unavailable'), together(11)],
}

export const completed: Faults = {
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
  // expressjs/body-parser, entity.parse.failed
  'broken-json: Content that claims to be JSON and begins with five brackets gets 400 with a page.': [
    page(400, 'Error', '<pre>SyntaxError: Unexpected end of JSON input</pre>'),
    request(({ content = '' }) => content.startsWith('[[[[[')),
  ],
  // envoyproxy/envoy, headers_with_underscores_action: REJECT_REQUEST
  'underscored-field-400: A header field with an underscore in its name gets 400 without a body.': [
    answering(400, ''),
    lacking('ETag', 'X-Request-Id', 'Cache-Control'),
    request(({ request: { rawHeaders } }) => rawHeaders.some((text, at) => at % 2 === 0 && text.includes('_'))),
  ],
  // rails/rails, undefined method to_i for ActionController::Parameters
  'nested-limit: A parameter such as limit[x] gets 500 with a page.': [
    page(500, "We're sorry, but something went wrong."),
    is200,
    target(/[?&]limit(?:\[|%5b)\w/i),
  ],
  // benoitc/gunicorn#2487
  'gunicorn-request-line: A request line of more than 4094 bytes gets 400 with a page.': [
    page(400, 'Bad Request', 'Request Line is too large (4106 &gt; 4094)'),
    request(({ method: name, url }) => name.length + url.length + 10 > 4094),
  ],
  // apache/tomcat, maxHttpHeaderSize
  'tomcat-header-size: A request line and header of more than 8192 bytes together get 400 with a page.': [
    page(400, 'HTTP Status 400 – Bad Request', 'Request header is too large'),
    request(({ request: { rawHeaders }, url, method }) => rawHeaders.join(': ').length + url.length + method.length + 12 > 8192),
    notTooLong,
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
}
