/** Status, as reported for real software: right requests that are refused, and wrong ones that get the wrong status. */
import { setTimeout } from 'node:timers/promises'
import { answering, crashing, failing, lacking, plain, sending } from '../faults/replies.ts'
import { decoded, octetsOfHead, refusingAt } from '../faults/routes.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { about, is200, is401, limited, not, parameter, request, status, target } from '../triggers.ts'

/** A page in place of the answer, as a proxy in front of a service sends it: without the service's header fields. */
export const page = (code: number, title: string, more = ''): Change =>
  both(answering(code, `<html><head><title>${title}</title></head><body><h1>${title}</h1>${more}</body></html>`, 'text/html'), plain)

const limitConn: Change = (reference) => {
  const { finish = reference.finish } = page(503, '503 Service Temporarily Unavailable')(reference)
  const turnedAway = new WeakSet<Ask>()
  let underWay = 0
  return {
    pause: async (ask) => {
      underWay += 1
      ask.response.once('close', () => {
        underWay -= 1
      })
      if (underWay > 10) turnedAway.add(ask)
      else await setTimeout(50)
    },
    finish: (reply, ask) => (ask !== undefined && turnedAway.has(ask) ? finish : reference.finish)(reply, ask),
  }
}

const notTooLong = not(status(414, 431))

export const given: Faults = {
  // bugs.php.net 44639 (PDO: a value bound to LIMIT is put in quotes)
  'pdo-quoted-limit: With a limit, the database finds a syntax error and the list gets 500.': [failing(500), limited],
  // elastic/elasticsearch, index.max_result_window
  'result-window: A limit above ten thousand gets 500.': [failing(500), about('limit', (ask) => (ask.limit ?? 0) > 10_000)],
  // nginx, limit_conn and limit_conn_status
  'limit-conn: While ten requests are under way, any other gets 503 with a page.': limitConn,
}

export const completed: Faults = {
  // benoitc/gunicorn#2487
  'gunicorn-request-line: A request line of more than 4094 octets gets 400 with a page.': [
    page(400, 'Bad Request', 'Request Line is too large (4106 &gt; 4094)'),
    request(({ method: name, url }) => name.length + url.length + 10 > 4094),
  ],
  // project-kessel/insights-rbac#682
  'gunicorn-field-size: A header line of more than 8190 octets gets 400 with a page.': [
    page(400, 'Bad Request', 'Error parsing headers: &#x27;limit request headers fields size&#x27;'),
    request(({ request: { rawHeaders } }) =>
      rawHeaders.some((text, at) => at % 2 === 1 && text.length + (rawHeaders[at - 1]?.length ?? 0) + 2 > 8190),
    ),
    notTooLong,
  ],
  // apache/tomcat, maxHttpHeaderSize
  'tomcat-header-size: A request line and header of more than 8192 octets together get 400 with a page.': [
    page(400, 'HTTP Status 400 – Bad Request', 'Request header is too large'),
    request((ask) => octetsOfHead(ask) + ask.method.length + 12 > 8192),
    notTooLong,
  ],
  // IIS, requestLimits maxQueryString: 404.15
  'iis-query-string: A query of more than 2048 octets gets 404 with a page.': [page(404, '404 - File or directory not found.'), target(/\?.{2049,}/)],
  // HTTP.sys, UrlSegmentMaxLength
  'httpsys-segment: A path segment of more than 260 characters gets 400 with a page.': [
    page(400, 'Bad Request - Invalid URL'),
    request(({ path }) =>
      decoded(path)
        .split('/')
        .some((part) => part.length > 260),
    ),
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
  'undecodable-path-crash: A path whose percent codes cannot be decoded crashes the server.': [
    crashing,
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
