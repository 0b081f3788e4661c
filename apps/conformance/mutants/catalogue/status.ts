/** Class 3: status. */
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

/** Refuses the next requests of everybody after so many refusals. */
function lockingOut(most: number): Change {
  return ({ finish }) => {
    let count = 0
    return {
      finish: async (reply, ask) => {
        const isLocked = count >= most
        count += reply.status === 401 ? 1 : 0
        const finished = await finish(reply, ask)
        return isLocked ? withField({ ...finished, status: 429 }, 'Retry-After', '60') : finished
      },
    }
  }
}

export const given: Faults = {
  'list-201: A list has the status 201.': [asStatus(201), is200],
  'list-202: A list with a limit has the status 202.': [asStatus(202), is200, limited],
  'list-203: Every sixth list has the status 203.': [asStatus(203), is200, every(6)],
  'list-206: A list with a limit has the status 206.': [asStatus(206), is200, limited],
  'list-226: A list has the status 226.': [asStatus(226), is200],
  'empty-204: An empty list has the status 204 and no body.': [bodyless(204), is200, emptyList],
  'empty-404: Who sees nothing gets 404.': [failing(404), emptyList],
  'empty-500: Who sees nothing gets 500.': [failing(500), by('cleo')],
  'list-302: A list is to be found elsewhere, by 302.': [redirecting(302, '/plants?limit=100'), is200, limit((n) => n === undefined)],
  'list-304-unasked: Every eighth list is answered with 304, unasked.': [bodyless(304), is200, every(8)],
  'list-403-second-caller: The second caller gets 403.': [failing(403), by('ben')],
  'list-429: From the thirtieth on, every third list is refused with 429.': [failing(429), after(29), every(3)],
  'list-500-seldom: Every tenth list is answered with 500.': [failing(500), every(10)],
  'list-500-limit: A limit above what there is gets 500.': [failing(500), limit((n = 0) => n > 22)],
  'list-503-largest: The largest limit gets 503.': [failing(503), limit((n) => n === 2_147_483_647)],
  'limit-seven-500: A limit of seven gets 500.': [failing(500), limit((n) => n === 7)],
  'limit-422: A wrong limit gets 422.': [asStatus(422), is400],
  'limit-404: A wrong limit gets 404.': [asStatus(404), is400],
  'limit-401: A wrong limit gets 401.': [asStatus(401), sending('WWW-Authenticate', 'Bearer realm="plant-store"'), is400],
  'limit-500: A wrong limit gets 500.': [asStatus(500), is400],
  'limit-302: A wrong limit is sent to the right address.': [redirecting(302, '/plants'), is400, limitText(/x/)],
  'limit-204: A wrong limit gets 204.': [bodyless(204), is400],
  'limit-200-empty: A wrong limit gets an empty list.': [answering(200, '[]'), is400],
  'limit-503-seldom: Every fifth wrong limit gets 503.': [asStatus(503), is400, every(5)],
  'missing-200-empty: Without a token comes an empty list.': [answering(200, '[]'), is401],
  'missing-302: Without a token one is sent to a page to log in.': [redirecting(302, '/login'), is401],
  'locked-out: After thirty refused tokens everybody gets 429.': lockingOut(30),
}

export const completed: Faults = {
  'list-206-range: A part of the octets is sent to who asks for it, with 206.': [
    bodies((body) => body.subarray(0, 6)),
    sending('Content-Range', 'bytes 0-5/*'),
    asStatus(206),
    is200,
    field('range'),
  ],
  'zero-404: A limit of zero gets 404.': [failing(404), zero],
  'zero-204: A limit of zero gets 204.': [bodyless(204), is200, zero],
  'list-501-head: HEAD gets 501.': [failing(501), method('HEAD')],
  'negative-416: A limit below zero gets 416.': [asStatus(416), is400, limitText(/^-/)],
  'missing-400: Without a token comes 400.': [asStatus(400), is401],
  'missing-407: Without a token comes 407.': [asStatus(407), is401],
  'missing-500: Without a token comes 500.': [asStatus(500), is401],
  'refused-400: A refused token gets 400.': [asStatus(400), is401],
  'refused-404: A refused token gets 404.': [asStatus(404), is401],
  'elsewhere-400: Another path gets 400.': [asStatus(400), is404],
  'elsewhere-410: Another path gets 410.': [asStatus(410), is404],
  'elsewhere-200: Another path gets 200.': [asStatus(200), is404],
  'method-501: Another method gets 501.': [asStatus(501), is405],
  'method-400: Another method gets 400.': [asStatus(400), is405],
  'method-404: Another method gets 404.': [asStatus(404), is405],
  'long-target-500: A target that is too long gets 500.': [asStatus(500), status(414)],
  'hostile-huge: A limit of more than eighteen digits gets 500.': [asStatus(500), is400, limitText(/^\d{19}/)],
  'hostile-zero: The octet zero in a limit gets 500.': [asStatus(500), limitText(/\0/)],
  'hostile-percent: A broken percent code in a limit gets 500.': [asStatus(500), limitText(/%/)],
  'hostile-percent-elsewhere: A broken percent code in any parameter gets 500.': [failing(500), target(/%(?![\da-f]{2})/i)],
  'hostile-quote: A quote in a limit gets 500.': [asStatus(500), limitText(/['"]/)],
  'hostile-letters: Letters beyond ASCII in a limit get 500.': [asStatus(500), limitText(/[^\0-\u007F]/)],
  'hostile-many: A thousand parameters get 500.': [failing(500), request(({ query }) => query.size > 1000)],
  'hostile-prototype: A parameter __proto__ gets 500.': [failing(500), request(({ query }) => query.has('__proto__'))],
  'hostile-token: A token with octets above ASCII gets 500.': [asStatus(500), is401, authorization((value) => /[^\0-\u007F]/.test(value))],
  'hostile-long-token: A token of a thousand letters gets 500.': [asStatus(500), authorization((value) => value.length > 1000)],
  'hostile-repeated: A limit given twice gets 500.': [asStatus(500), request(({ query }) => query.getAll('limit').length > 1)],
  'hostile-path: A broken percent code in the path gets 500.': [asStatus(500), request((ask) => ask.path.endsWith('%'))],
  'accept-406: Who does not accept JSON gets 406.': [failing(406), field('accept', /^(?!.*(?:json|\*\/\*))/)],
  'accept-xml: Who accepts XML gets it.': [sending('Content-Type', 'application/xml'), bodies(() => '<plants/>'), field('accept', /xml/)],
  'origin-403: Pages of other sites get 403.': [failing(403), field('origin')],
  'agent-403: Programs whose name is curl get 403.': [failing(403), field('user-agent', /curl|bot|python/i)],
  'agent-400: Programs that do not say their name get 400.': [failing(400), withoutField('user-agent')],
  'date-500: A date that is none gets 500.': [failing(500), field('if-modified-since', /^(?!.*GMT)/)],
  'upgrade-426: Who would like another protocol gets 426.': [failing(426), field('upgrade')],
  'continue-417: Who holds content back gets 417.': [failing(417), field('expect')],
  'content-type-415: Content of another type than JSON gets 415.': [failing(415), field('content-type', /^(?!application\/json)/)],
  'content-400: A request with content gets 400.': [failing(400), field('content-length', /[1-9]/)],
  'content-none-400: Content of no length is refused.': [failing(400), field('content-length', /^0$/)],
  'content-coded-415: Content with a coding is refused.': [failing(415), field('content-encoding')],
  'long-target-400: A target of more than 4096 octets gets 414.': [failing(414), target(/.{4097}/s)],
  'long-header-431: Headers of more than 8192 octets get 431.': [failing(431), octets((n) => n > 8192)],
  'longest-header-431: Headers of more than 16000 octets get 431.': [failing(431), octets((n) => n > 16_000)],
  'many-headers-431: More than fifty header lines get 431.': [failing(431), octets((_n, lines) => lines > 50)],
  'hundred-headers-431: A hundred header lines get 431.': [failing(431), octets((_n, lines) => lines > 99)],
  'ampersand-400: A question mark with nothing but ampersands behind it gets 400.': [failing(400), target(/\?&+$/)],
}
