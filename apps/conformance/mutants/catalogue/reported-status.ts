/** Class 3, as reported of real software: right requests that are refused, and wrong ones with another status than theirs. */
import { setTimeout } from 'node:timers/promises'
import { answering, crashing, failing, lacking, sending } from '../faults/replies.ts'
import { decoded, refusingAt } from '../faults/routes.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { about, is200, is401, limited, not, parameter, request, status, target, type Trigger } from '../triggers.ts'

/** A page in place of the answer, as what stands in front of a service sends it: without the fields of the service. */
export const page = (code: number, title: string, more = ''): Change =>
  both(
    answering(code, `<html><head><title>${title}</title></head><body><h1>${title}</h1>${more}</body></html>`, 'text/html'),
    ...['ETag', 'Vary', 'Cache-Control', 'X-Request-Id'].map((name) => lacking(name)),
  )

/** A request takes a while, and of more than ten under way the others are turned away. */
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

const lineLongerThan = (octets: number): Trigger =>
  request(({ request: { rawHeaders } }) =>
    rawHeaders.some((text, at) => at % 2 === 1 && text.length + (rawHeaders[at - 1]?.length ?? 0) + 2 > octets),
  )

const headLongerThan = (octets: number): Trigger =>
  request(
    ({ method: name, url, request: { rawHeaders } }) =>
      rawHeaders.reduce((sum, text) => sum + text.length + 2, name.length + url.length + 12) > octets,
  )

const notTooLong = not(status(414, 431))

export const given: Faults = {
  // bugs.php.net 44639 (PDO: what is bound to LIMIT is put in quotes)
  'pdo-quoted-limit: With a limit the database finds a syntax error, and 500 comes.': [failing(500), limited],
  // elastic/elasticsearch, index.max_result_window
  'result-window: A limit above ten thousand gets 500.': [failing(500), about('limit', (ask) => (ask.limit ?? 0) > 10_000)],
  // nginx, limit_conn and limit_conn_status
  'limit-conn: Of more than ten requests under way the others get a page with 503.': limitConn,
}

export const completed: Faults = {
  // benoitc/gunicorn#2487
  'gunicorn-request-line: A target of more than 4094 octets gets a page with 400.': [
    page(400, 'Bad Request', 'Request Line is too large (4106 &gt; 4094)'),
    request(({ method: name, url }) => name.length + url.length + 10 > 4094),
  ],
  // project-kessel/insights-rbac#682
  'gunicorn-field-size: A header line of more than 8190 octets gets a page with 400.': [
    page(400, 'Bad Request', 'Error parsing headers: &#x27;limit request headers fields size&#x27;'),
    lineLongerThan(8190),
    notTooLong,
  ],
  // apache/tomcat, maxHttpHeaderSize
  'tomcat-header-size: A request line and header of more than 8192 octets together get a page with 400.': [
    page(400, 'HTTP Status 400 – Bad Request', 'Request header is too large'),
    headLongerThan(8192),
    notTooLong,
  ],
  // IIS, requestLimits maxQueryString: 404.15
  'iis-query-string: A query of more than 2048 octets gets a page with 404.': [page(404, '404 - File or directory not found.'), target(/\?.{2049,}/)],
  // HTTP.sys, UrlSegmentMaxLength
  'httpsys-segment: A part of a path of more than 260 characters gets a page with 400.': [
    page(400, 'Bad Request - Invalid URL'),
    request(({ path }) =>
      decoded(path)
        .split('/')
        .some((part) => part.length > 260),
    ),
    notTooLong,
  ],
  // ASP.NET, requestPathInvalidCharacters
  'dangerous-path: A path with a colon, a star, an ampersand or a percent sign in it gets a page with 400.': [
    page(400, 'A potentially dangerous Request.Path value was detected from the client.'),
    request(({ path }) => path !== '*' && /[<>*%&:?]/.test(decoded(path))),
  ],
  // encode/django-rest-framework, URL_FORMAT_OVERRIDE
  'drf-format: A parameter format that is not json gets 404.': [
    refusingAt('checkPlace', 'notFound'),
    parameter('format'),
    target(/[?&]format=(?!json(?:&|$))/),
  ],
  // rails/rails, ActionController::UnknownFormat
  'rails-format: A parameter format that is not json gets 406 and nothing else.': [
    both(answering(406, ''), lacking('ETag'), sending('Cache-Control', 'no-cache')),
    is200,
    target(/[?&]format=(?!json(?:&|$))/),
  ],
  // Kludex/starlette#1175, and Django ticket 28201: a string literal cannot contain NUL (0x00) characters
  'nul-in-parameter: The character zero in any parameter gets 500 as text, past all that adds fields.': [
    both(
      answering(500, 'Internal Server Error', 'text/plain; charset=utf-8'),
      ...['ETag', 'Vary', 'Cache-Control', 'X-Request-Id'].map((name) => lacking(name)),
    ),
    status(200, 400),
    target(/\?.*%00/),
  ],
  // sveltejs/kit#5245, restify/node-restify#97
  'undecodable-path-crash: A path whose percent codes are no UTF-8 ends the server.': [
    crashing,
    request(({ path }) => path.includes('%') && decoded(path) === path),
  ],
  // fastify/fastify#5735, fastify/fastify#1888
  'bad-url-400: A path with percent codes that are no UTF-8 gets 400, written past all hooks.': [
    both(
      answering(400, '{"error":"Bad Request","code":"FST_ERR_BAD_URL","message":"not a valid url component","statusCode":400}', 'application/json'),
      lacking('X-Request-Id'),
      lacking('Cache-Control'),
    ),
    request(({ path }) => path.includes('%') && decoded(path) === path),
  ],
  // laravel/framework, Authenticate::redirectTo: Route [login] not defined
  'login-route: Who is refused for want of a good token and does not accept JSON gets 500.': [
    page(500, 'Route [login] not defined.'),
    is401,
    request(({ headers }) => !/[/+]json\b/.test(headers.accept ?? '')),
  ],
  // spring-projects/spring-security, StrictHttpFirewall before 5.5: RequestRejectedException
  'strict-firewall: A path with two slashes, a semicolon, or the percent code of a slash or a percent sign gets 500.': [
    page(500, 'Whitelabel Error Page', 'There was an unexpected error (type=Internal Server Error, status=500).'),
    request(({ path }) => /\/\/|;|%3b|%2f|%25|%5c|\\/i.test(path)),
  ],
}
