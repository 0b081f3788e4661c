/** Status: right requests that fail, and refusals with another status. */
import { answering, asStatus, bodies, bodyless, failing, redirecting, sending } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import {
  after,
  by,
  every,
  field,
  is200,
  is400,
  is401,
  is404,
  is405,
  limit,
  limited,
  limitText,
  method,
  request,
  status,
  target,
  withoutField,
} from '../triggers.ts'

const emptyList = limit((n, { caller }) => caller?.name === 'cleo' || n === 0)
const zero = limit((n) => n === 0)

const authorization = (holds: (value: string) => boolean): ReturnType<typeof request> => request(({ headers }) => holds(headers.authorization ?? ''))

const octets = (holds: (octets: number, lines: number) => boolean): ReturnType<typeof request> =>
  request(({ request: { rawHeaders } }) => holds(rawHeaders.join('').length, rawHeaders.length / 2))

/** What the parser refused made no request. */
const wellFormed = request(() => true)

const mostRefused = 30

/** Answers every request with 429 once so many tokens were refused. */
const lockingOut: Change = ({ finish }) => {
  let count = 0
  return {
    finish: async (reply, ask) => {
      const isLocked = count >= mostRefused
      count += reply.status === 401 ? 1 : 0
      const finished = await finish(reply, ask)
      return isLocked ? withField({ ...finished, status: 429 }, 'Retry-After', '60') : finished
    },
  }
}

export const given: Faults = {
  'list-201: A list has the status 201.': [asStatus(201), is200],
  'list-202: A list with a limit has the status 202.': [asStatus(202), is200, limited],
  'list-203: Every sixth list has the status 203.': [asStatus(203), is200, every(6)],
  'list-206: A list with a limit has the status 206.': [asStatus(206), is200, limited],
  'list-226: A list has the status 226.': [asStatus(226), is200],
  'empty-204: An empty list has the status 204 and no body.': [bodyless(204), is200, emptyList],
  'empty-404: An empty list gets 404.': [failing(404), emptyList],
  'empty-500: A caller who sees no plants gets 500.': [failing(500), by('cleo')],
  'list-302: A list without a limit is redirected with 302.': [redirecting(302, '/plants?limit=100'), is200, limit((n) => n === undefined)],
  'list-304-unasked: Every eighth list is answered with 304, even without a condition.': [bodyless(304), is200, every(8)],
  'list-403-second-caller: The second caller gets 403.': [failing(403), by('ben')],
  'list-429: From the thirtieth request, every third list gets 429.': [failing(429), after(29), every(3)],
  'list-500-seldom: Every tenth list is answered with 500.': [failing(500), every(10)],
  'list-500-limit: A limit above 22, the most plants that a caller sees, gets 500.': [failing(500), limit((n = 0) => n > 22)],
  'list-503-largest: The largest limit gets 503.': [failing(503), limit((n) => n === 2_147_483_647)],
  'limit-seven-500: A limit of seven gets 500.': [failing(500), limit((n) => n === 7)],
  'limit-422: A wrong limit gets 422.': [asStatus(422), is400, limited],
  'limit-404: A wrong limit gets 404.': [asStatus(404), is400, limited],
  'limit-401: A wrong limit gets 401.': [asStatus(401), sending('WWW-Authenticate', 'Bearer realm="plant-store"'), is400, limited],
  'limit-500: A wrong limit gets 500.': [asStatus(500), is400, limited],
  'limit-302: A wrong limit with an x in it is redirected to the address without a limit.': [redirecting(302, '/plants'), is400, limitText(/x/)],
  'limit-204: A wrong limit gets 204.': [bodyless(204), is400, limited],
  'limit-200-empty: A wrong limit gets an empty list.': [answering(200, '[]'), is400, limited],
  'limit-503-seldom: Every fifth wrong limit gets 503.': [asStatus(503), is400, limited, every(5)],
  'bad-request-401: A request that is well-formed HTTP and due 400 gets 401.': [
    asStatus(401),
    sending('WWW-Authenticate', 'Bearer realm="plant-store"'),
    is400,
    wellFormed,
  ],
  'bad-request-404: A request that is well-formed HTTP and due 400 gets 404.': [asStatus(404), is400, wellFormed],
  'missing-200-empty: A request without a valid token gets an empty list.': [answering(200, '[]'), is401],
  'missing-302: A request without a valid token is redirected to a login page.': [redirecting(302, '/login'), is401],
  'locked-out: After thirty refused tokens every request gets 429.': lockingOut,
}

export const completed: Faults = {
  'list-206-range: A request with Range gets a part of the octets with 206.': [
    bodies((body) => body.subarray(0, 6)),
    sending('Content-Range', 'bytes 0-5/*'),
    asStatus(206),
    is200,
    field('range'),
  ],
  'zero-404: A limit of zero gets 404.': [failing(404), zero],
  'zero-204: A limit of zero gets 204.': [bodyless(204), is200, zero],
  'list-501-head: HEAD gets 501.': [failing(501), method('HEAD')],
  'negative-416: A negative limit gets 416.': [asStatus(416), is400, limitText(/^-/)],
  'missing-400: A request without a token gets 400.': [asStatus(400), is401, withoutField('authorization')],
  'missing-407: A request without a token gets 407.': [asStatus(407), is401, withoutField('authorization')],
  'missing-500: A request without a token gets 500.': [asStatus(500), is401, withoutField('authorization')],
  'refused-400: A refused token gets 400.': [asStatus(400), is401, field('authorization')],
  'refused-404: A refused token gets 404.': [asStatus(404), is401, field('authorization')],
  'elsewhere-400: An unknown path gets 400.': [asStatus(400), is404],
  'elsewhere-410: An unknown path gets 410.': [asStatus(410), is404],
  'elsewhere-200: An unknown path gets 200.': [asStatus(200), is404],
  'method-501: A method that is not allowed gets 501.': [asStatus(501), is405],
  'method-400: A method that is not allowed gets 400.': [asStatus(400), is405],
  'method-404: A method that is not allowed gets 404.': [asStatus(404), is405],
  'long-target-500: A target that is too long gets 500.': [asStatus(500), status(414)],
  'hostile-huge: A limit of more than eighteen digits gets 500.': [asStatus(500), is400, limitText(/^\d{19}/)],
  'hostile-zero: A zero octet in a limit gets 500.': [asStatus(500), limitText(/\0/)],
  'hostile-percent: An invalid percent code in a limit gets 500.': [asStatus(500), limitText(/%/)],
  'hostile-percent-elsewhere: An invalid percent code in any parameter gets 500.': [failing(500), target(/%(?![\da-f]{2})/i)],
  'hostile-quote: A quote in a limit gets 500.': [asStatus(500), limitText(/['"]/)],
  'hostile-letters: Characters beyond ASCII in a limit get 500.': [asStatus(500), limitText(/[^\0-\u007F]/)],
  'hostile-many: More than a thousand parameters get 500.': [failing(500), request(({ query }) => query.size > 1000)],
  'hostile-prototype: A parameter __proto__ gets 500.': [failing(500), request(({ query }) => query.has('__proto__'))],
  'hostile-token: A token with octets beyond ASCII gets 500.': [asStatus(500), is401, authorization((value) => /[^\0-\u007F]/.test(value))],
  'hostile-long-token: A credential of more than a thousand characters gets 500.': [asStatus(500), authorization((value) => value.length > 1000)],
  'hostile-repeated: A limit given twice gets 500.': [asStatus(500), request(({ query }) => query.getAll('limit').length > 1)],
  'hostile-path: An invalid percent code at the end of the path gets 500.': [asStatus(500), request((ask) => ask.path.endsWith('%'))],
  'accept-406: A client that does not accept JSON gets 406.': [failing(406), field('accept', /^(?!.*(?:json|\*\/\*))/)],
  'accept-xml: A client that accepts XML gets XML.': [sending('Content-Type', 'application/xml'), bodies(() => '<plants/>'), field('accept', /xml/)],
  'origin-403: A request from a web page (Origin) gets 403.': [failing(403), field('origin')],
  'agent-403: A User-Agent with curl, bot or python in it gets 403.': [failing(403), field('user-agent', /curl|bot|python/i)],
  'agent-400: A request without User-Agent gets 400.': [failing(400), withoutField('user-agent')],
  'date-500: An invalid date in If-Modified-Since gets 500.': [failing(500), field('if-modified-since', /^(?!.*GMT)/)],
  'upgrade-426: A request with Upgrade gets 426.': [failing(426), field('upgrade')],
  'continue-417: A request with Expect gets 417.': [failing(417), field('expect')],
  'content-type-415: Content of a type other than JSON gets 415.': [failing(415), field('content-type', /^(?!application\/json)/)],
  'content-400: A request with content gets 400.': [failing(400), field('content-length', /[1-9]/)],
  'content-none-400: A Content-Length of zero gets 400.': [failing(400), field('content-length', /^0$/)],
  'content-coded-415: Content with a Content-Encoding gets 415.': [failing(415), field('content-encoding')],
  'long-target-414: A target of more than 4096 octets gets 414.': [failing(414), target(/.{4097}/s)],
  'long-header-431: Headers of more than 8192 octets get 431.': [failing(431), octets((n) => n > 8192)],
  'longest-header-431: Headers of more than 16000 octets get 431.': [failing(431), octets((n) => n > 16_000)],
  'many-headers-431: More than fifty header lines get 431.': [failing(431), octets((_n, lines) => lines > 50)],
  'hundred-headers-431: A hundred header lines get 431.': [failing(431), octets((_n, lines) => lines > 99)],
  'ampersand-400: A query of nothing but ampersands gets 400.': [failing(400), target(/\?&+$/)],
}
