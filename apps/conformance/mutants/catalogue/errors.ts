/** The body of an error. */
import { errorWith, errors } from '../faults/bodies.ts'
import { isRetired } from '../faults/credentials.ts'
import { asStatus, htmlPage, lacking, saying } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { every, is400, is401, is404, is405, malformed, not, refusal, request, status } from '../triggers.ts'
import { type Ask } from '../server/ask.ts'

const trace = 'Error: no\n    at decode (/srv/app/src/limit.js:12:9)\n    at listOnTimeout (node:internal/timers:588:17)'

/** Another body for refusals with this number. */
const bodyOf = (number: number, body: (ask: Ask | undefined) => object): Change =>
  errors(({ error, message }, ask) => (error === number ? body(ask) : { error, message }))

const ofLimits = (body: object): Change => bodyOf(40_001, () => body)
const ofPaths = (body: (ask: Ask | undefined) => object): Change => bodyOf(40_401, body)

export const given: Faults = {
  'message-number: The message is a number.': [errorWith(() => ({ message: 400 })), is400],
  'error-above-int32: The error number is one above the largest 32-bit integer.': [errorWith(() => ({ error: 2_147_483_648 })), is400],
  'error-list: The error is wrapped in an array.': [errors((body) => [body]), is400],
  'message-missing-seldom: Every seventh refusal has no message.': [errors(({ error }) => ({ error })), refusal, every(7)],
  'error-within-200: An invalid limit gets an error body with status 200.': [asStatus(200), is400],

  // nestjs/nest, ParseIntPipe
  'nest-parse-int: The body for a wrong limit has the status as a number, and its name as error.': ofLimits({
    message: 'Validation failed (numeric string is expected)',
    error: 'Bad Request',
    statusCode: 400,
  }),
  // dotnet/aspnetcore, ValidationProblemDetails
  'problem-details: A 400 has problem details.': [
    saying('{"type":"about:blank","title":"One or more validation errors occurred.","status":400}', 'application/problem+json; charset=utf-8'),
    is400,
  ],
  // honojs/middleware, zod-validator
  'zod-issues: The body for a wrong limit has the issues that the validator found.': ofLimits({
    success: false,
    error: { issues: [{ code: 'invalid_type', expected: 'number', received: 'nan', path: ['limit'] }], name: 'ZodError' },
  }),
  // encode/django-rest-framework, ValidationError
  'drf-fields: The body for a wrong limit has a list of messages for each parameter.': ofLimits({ limit: ['A valid integer is required.'] }),
  // Amazon API Gateway, gateway response types: UNAUTHORIZED
  'gateway-unauthorized: A 401 has only a message in its body, and no challenge.': [
    errors(() => ({ message: 'Unauthorized' })),
    lacking('WWW-Authenticate'),
    is401,
  ],
}

export const completed: Faults = {
  'error-number-one: All errors have the same error number.': errorWith(() => ({ error: 0 })),
  'message-empty: The message is an empty string.': [errorWith(() => ({ message: '' })), is400],
  'number-grows: The error number counts the requests.': errorWith((_body, ask) => ({ error: ask?.number ?? 0 })),
  'error-body-empty-malformed: Input that is not HTTP gets a 400 without a body.': [saying(''), malformed, is400],
  'extra-path-404: A 404 has the path as an extra member.': [errorWith((_body, ask) => ({ path: ask?.path })), is404],
  'message-stack: The message is a stack trace.': [errorWith(() => ({ message: trace })), is400],
  'message-why: The message says why a token was refused.': [errorWith(() => ({ message: 'The token has expired.' })), request(isRetired)],
  'reflected-path: The message repeats the path without escaping it.': [
    errors(({ error }, ask) => `{"error":${error},"message":"nothing at ${ask?.path}"}`),
    is404,
  ],
  // fastify/fastify#1894, fastify/fastify#4539
  'fastify-route-not-found: The body of a 404 has a word as error, and a message that names the route.': ofPaths((ask) => ({
    message: `Route ${ask?.method}:${ask?.url} not found`,
    error: 'Not Found',
    statusCode: 404,
  })),
  // fastify/help#177
  'fastify-client-error: Input that is not HTTP gets the error Bad Request, without X-Request-Id and Cache-Control.': [
    saying('{"error":"Bad Request","message":"Client Error","statusCode":400}'),
    lacking('X-Request-Id', 'Cache-Control'),
    malformed,
  ],
  // spring-projects/spring-boot, BasicErrorController
  'spring-basic-error: The body of a 404 has a word as error, beside the time and the path.': ofPaths((ask) => ({
    timestamp: new Date().toISOString().replace('Z', '+00:00'),
    status: 404,
    error: 'Not Found',
    path: ask?.path,
  })),
  // Kong/kong
  'kong-no-route: The body of a 404 has only a message.': ofPaths(() => ({ message: 'no Route matched with those values' })),
  // flask-restful/flask-restful, ERROR_404_HELP
  'flask-restful-help: The body of a 404 has only a message, which guesses what was meant.': ofPaths((ask) => ({
    message: `The requested URL was not found on the server. You have requested this URI [${ask?.path}] but did you mean /plants ?`,
  })),
  // phoenixframework/phoenix, ErrorJSON
  'phoenix-errors: The body of a 404 has an object errors with the detail in it.': ofPaths(() => ({ errors: { detail: 'Not Found' } })),
  // micronaut-projects/micronaut-core, HateoasErrorResponseProcessor
  'hateoas-errors: The body of a 404 is a resource with links.': ofPaths((ask) => ({
    _links: { self: [{ href: ask?.path, templated: false }] },
    message: 'Not Found',
  })),
  // haproxy/haproxy, errorfile 400
  "haproxy-400: Input that is not HTTP gets the proxy's error page.": [htmlPage('400 Bad request'), lacking('X-Request-Id'), malformed],
  // golang/go, net/http badRequestError
  'go-400: Input that is not HTTP gets the status as text, without X-Request-Id and Cache-Control.': [
    saying('400 Bad Request', 'text/plain; charset=utf-8'),
    lacking('X-Request-Id', 'Cache-Control'),
    malformed,
  ],
  // apache/tomcat, ErrorReportValve
  "tomcat-report: Input that is not HTTP gets a report that names the server's version.": [
    htmlPage('HTTP Status 400 – Bad Request', '<p><b>Type</b> Exception Report</p><h3>Apache Tomcat/9.0.65</h3>'),
    malformed,
    not(status(408)),
  ],
  // nginx ngx_http_special_response_handler, proxy_intercept_errors off
  "nginx-405: A method that is not allowed gets the proxy's error page.": [htmlPage('405 Not Allowed', '<hr><center>nginx</center>'), is405],
  // nginx, large_client_header_buffers: "the 400 (Bad Request) error"
  'nginx-494: A header that is too large gets 400 with a page.': [
    asStatus(400),
    htmlPage('400 Request Header Or Cookie Too Large', '<hr><center>nginx</center>'),
    status(431),
  ],
  // api-platform/core, Hydra errors
  'hydra-error: The body of a 404 is a JSON-LD error.': [
    saying('{"@type":"hydra:Error","hydra:title":"An error occurred","hydra:description":"Not Found"}', 'application/ld+json; charset=utf-8'),
    is404,
  ],
  // rails/rails, ActionDispatch::PublicExceptions
  'rails-public-exception: The body of a 404 has a word as error, and the number as status.': ofPaths(() => ({ status: 404, error: 'Not Found' })),
}
