/** The body of an error, as reported for real software: errors as frameworks and gateways write them by default. */
import { errors } from '../faults/bodies.ts'
import { answering, lacking, replying, saying, sending } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { type Ask, withField } from '../server/ask.ts'
import { is400, is401, is404, is405, malformed, not, status } from '../triggers.ts'

/** An error page as proxies send it. */
const page = (title: string, body: string, more = ''): Change =>
  saying(
    `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n${body}${more}</body>\r\n</html>\r\n`,
    'text/html',
  )

/** Another body for a wrong limit. */
const ofLimits = (body: (value: string, ask: Ask | undefined) => object): Change =>
  errors(({ error, message }, ask) => (error === 40_001 ? body(ask?.query.get('limit') ?? '', ask) : { error, message }))

/** Another body for a path that does not exist. */
const ofPaths = (body: (ask: Ask | undefined) => object | string): Change =>
  errors(({ error, message }, ask) => (error === 40_401 ? body(ask) : { error, message }))

const tomcat: Change = saying(
  '<!doctype html><html lang="en"><head><title>HTTP Status 400 – Bad Request</title></head><body><h1>HTTP Status 400 – Bad Request</h1>' +
    '<p><b>Type</b> Exception Report</p><p><b>Message</b> Invalid character found in method name. HTTP method names must be tokens</p>' +
    '<hr class="line" /><h3>Apache Tomcat/9.0.65</h3></body></html>',
  'text/html;charset=utf-8',
)

export const given: Faults = {
  // nestjs/nest, ParseIntPipe
  'nest-parse-int: The body for a wrong limit has the status as a number, and its name as error.': ofLimits(() => ({
    message: 'Validation failed (numeric string is expected)',
    error: 'Bad Request',
    statusCode: 400,
  })),
  // dotnet/aspnetcore, ValidationProblemDetails
  'problem-details: A wrong limit gets problem details.': [
    ofLimits((value) => ({
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: 'One or more validation errors occurred.',
      status: 400,
      errors: { limit: [`The value '${value}' is not valid.`] },
      traceId: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
    })),
    replying((reply) =>
      String(reply.body).includes('"traceId"') ? withField(reply, 'Content-Type', 'application/problem+json; charset=utf-8') : reply,
    ),
    is400,
  ],
  // honojs/middleware, zod-validator
  'zod-issues: The body for a wrong limit has the issues that the validator found.': ofLimits(() => ({
    success: false,
    error: {
      issues: [{ code: 'invalid_type', expected: 'number', received: 'nan', path: ['limit'], message: 'Expected number, received nan' }],
      name: 'ZodError',
    },
  })),
  // encode/django-rest-framework, ValidationError
  'drf-fields: The body for a wrong limit has a list of messages for each parameter.': ofLimits(() => ({ limit: ['A valid integer is required.'] })),
  // Amazon API Gateway, gateway response types: UNAUTHORIZED
  'gateway-unauthorized: A 401 has only a message in its body, and no challenge.': [
    errors(() => ({ message: 'Unauthorized' })),
    lacking('WWW-Authenticate'),
    is401,
  ],
}

export const completed: Faults = {
  // fastify/fastify#1894, fastify/fastify#4539
  'fastify-route-not-found: The body of a 404 has a word as error, and a message that names the route.': ofPaths((ask) => ({
    message: `Route ${ask?.method}:${ask?.url} not found`,
    error: 'Not Found',
    statusCode: 404,
  })),
  // fastify/help#177
  'fastify-client-error: Input that is not HTTP gets the error Bad Request, without X-Request-Id and Cache-Control.': [
    saying('{"error":"Bad Request","message":"Client Error","statusCode":400}', 'application/json'),
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
    _embedded: { errors: [{ message: 'Page Not Found' }] },
    message: 'Not Found',
  })),
  // haproxy/haproxy, errorfile 400
  "haproxy-400: Input that is not HTTP gets the proxy's error page.": [
    saying('<html><body><h1>400 Bad request</h1>\nYour browser sent an invalid request.\n</body></html>\n', 'text/html'),
    lacking('X-Request-Id'),
    malformed,
  ],
  // golang/go, net/http badRequestError
  'go-400: Input that is not HTTP gets the status as text, without X-Request-Id and Cache-Control.': [
    saying('400 Bad Request', 'text/plain; charset=utf-8'),
    lacking('X-Request-Id', 'Cache-Control'),
    malformed,
  ],
  // apache/tomcat, ErrorReportValve
  "tomcat-report: Input that is not HTTP gets a report that names the server's version.": [tomcat, malformed, not(status(408))],
  // nginx ngx_http_special_response_handler, proxy_intercept_errors off
  "nginx-405: A method that is not allowed gets the proxy's error page.": [page('405 Not Allowed', '<hr><center>nginx</center>\r\n'), is405],
  // nginx, large_client_header_buffers: "the 400 (Bad Request) error"
  'nginx-494: A header that is too large gets 400 with a page.': [
    answering(400, ''),
    page('400 Request Header Or Cookie Too Large', '<center>Request Header Or Cookie Too Large</center>\r\n', '<hr><center>nginx</center>\r\n'),
    status(431),
  ],
  // api-platform/core, Hydra errors
  'hydra-error: The body of a 404 is a JSON-LD error.': [
    ofPaths(() => ({
      '@context': '/contexts/Error',
      '@type': 'hydra:Error',
      'hydra:title': 'An error occurred',
      'hydra:description': 'Not Found',
    })),
    sending('Content-Type', 'application/ld+json; charset=utf-8'),
    is404,
  ],
  // rails/rails, ActionDispatch::PublicExceptions
  'rails-public-exception: The body of a 404 has a word as error, and the number as status.': ofPaths(() => ({ status: 404, error: 'Not Found' })),
}
