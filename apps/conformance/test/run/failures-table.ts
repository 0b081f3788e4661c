/** Findings, and the failures that are due. */
import type { Finding } from '../../src/run/checker.ts'
import { asked } from './bench.ts'

const each = (status: number, ...names: readonly string[]): readonly Finding[] =>
  names.map((rule, index) => asked(rule, `/plants?limit=${index}`, status))
const malformed = { fields: [], bytes: 'GET /plants HTTP/1.1\r\n\r\n' }
const text = { status: 404, body: Buffer.from('Not found') }
const twice = { fields: [1, 2].map(() => ['Authorization', 'Bearer x'] as const) }
const lenient = ['limit-maximum', 'limit-without-sign', 'limit-without-space'].map((rule) =>
  asked(rule, '/plants?limit=%205', 200),
)
const letThrough = [
  asked('no-other-path', '/plants%0A', 200),
  asked('authorization-once', twice, 200),
  asked('token-not-in-query', '/plants?access_token=x', 200),
]
const ranged = { fields: [['Range', 'bytes=0-'] as const] }
const lack = 'Responses lack Cache-Control, ETag.'
const equal =
  'Equal requests get equal responses: later, at the same time, on new connections and on old ones.'
const access = 'A caller gets plants that only others have access to.'
const notAsDefined = 'Refusals are not as the contract defines them.'

/** Findings, and the failures that are due: the start of each headline, with the number of findings. */
export const table: Readonly<
  Record<string, readonly [readonly Finding[], Readonly<Record<string, number>>]>
> = {
  'two statuses that the contract does not define are two causes': [
    [...each(202, 'limit-zero', 'head-as-get'), ...each(500, 'limit-zero', 'head-as-get')],
    { 'Requests are answered with 202': 2, 'Requests are answered with 500.': 2 },
  ],
  'a status that breaks one rule alone is told by that rule': [
    [asked('limit-zero', '/plants', 500), asked('etag-sent', '/plants', 200)],
    { 'limit=0 gives 200': 1, 'A list carries one': 1 },
  ],
  'what only others may see is a failure of its own, whatever else would explain it': [
    [...each(500, 'authorization-once', 'unknown-token-refused', 'sees-own-plants-only')],
    { [access]: 1, 'Requests are answered with 500.': 2 },
  ],
  'what all requests that are answered wrongly have in common': [
    [
      asked('answers-right-requests', { fields: [['X-Forwarded-Uri', '/']] }, 404),
      asked('no-other-path', { target: '/nothing', fields: [['x-forwarded-uri', '/plants']] }, 200),
    ],
    { 'Requests with x-forwarded-uri are answered wrongly.': 2 },
  ],
  'a parameter without a name in common': [
    ['error-is-integer', 'error-has-both-members'].map((rule) => asked(rule, '/plants?=5', 400)),
    { 'Requests with a parameter without a name are answered wrongly.': 2 },
  ],
  'what all have that get a status unknown to the contract, and what only they show': [
    [
      asked('limit-zero', ranged, 206),
      asked('head-as-get', { ...ranged, method: 'HEAD' }, 206),
      asked('no-token-401', ranged, 416),
      asked('list-content-type', ranged, 200, 'Content-Type: multipart/byteranges'),
      ...each(404, 'limit-maximum'),
    ],
    { 'Requests with range are answered with 206, 416.': 4, 'A limit above': 1 },
  ],
  'what only some have is no cause': [
    [
      asked('answers-right-requests', { fields: [['X-Any', '/']] }, 404),
      asked('no-other-path', '/nothing', 200),
    ],
    { 'A valid request': 1, 'Every path other': 1 },
  ],
  'HEAD is refused, whatever else is wrong with the request, and so Allow does not name it': [
    [
      ...['head-as-get', 'wrong-request-400'].map((rule) => asked(rule, { method: 'HEAD', fields: [] }, 405)),
      asked('allow-names-methods', { method: 'DELETE' }, 405, 'Allow: GET'),
      asked('etag-sent', '/plants', 200),
    ],
    { 'HEAD is refused with 405.': 3, 'A list carries one': 1 },
  ],
  'one status in place of others, for right and wrong requests': [
    [
      asked('answers-right-requests', '/plants', 400),
      asked('other-methods-405', { method: 'DELETE' }, 400),
      asked('no-other-path', '/x', 400),
    ],
    { 'Requests of several kinds are answered with 400': 3 },
  ],
  'lenient readings of limit are one, other leniencies others': [
    [...lenient, ...letThrough.slice(1), asked('etag-sent', '/plants', 404)],
    {
      'Requests with an invalid limit are answered with 200.': 3,
      'Requests with two credentials': 2,
      'A list': 1,
    },
  ],
  'requests of many kinds that pass are one': [
    [
      ...lenient,
      ...letThrough,
      asked('other-methods-405', { method: 'PUT' }, 200),
      asked('limit-zero', '/plants', 404),
    ],
    { 'Requests that must be refused are answered as if they were valid.': 7, 'limit=0': 1 },
  ],
  'refusals with other bodies, challenges and statuses are one if there are many': [
    [
      asked('error-is-integer', '/x', text),
      asked('challenge-is-bearer', { fields: [] }, 401),
      asked('other-methods-405', { method: 'PUT' }, 404),
      asked('unknown-method-400', { method: 'GE' }, 405),
    ],
    { [notAsDefined]: 4 },
  ],
  'if there are few, they are told apart': [
    [
      asked('error-is-integer', '/x', text),
      asked('error-is-object', '/y', text),
      asked('challenge-is-bearer', { fields: [] }, 401),
    ],
    { [notAsDefined]: 2, 'A 401 carries one': 1 },
  ],
  'header fields beyond HTTP are one, a field of HTTP another': [
    [
      asked('list-is-private', '/plants', 200, 'no Cache-Control'),
      asked('etag-sent', '/plants?limit=1', 200, 'no ETag'),
      asked('list-content-type', '/plants?limit=2', 200, 'no Content-Type'),
      asked('error-content-type', '/x', 404, 'no Content-Type'),
    ],
    { [lack]: 2, 'Responses lack Content-Type.': 2 },
  ],
  'they are no consequence of what else is wrong, where right responses lack them too': [
    [
      ...each(202, 'limit-zero', 'head-as-get'),
      asked('etag-sent', '/plants?limit=0', 202, 'no ETag'),
      asked('list-content-type', '/plants?limit=0', 202, 'no Content-Type'),
      asked('etag-sent', '/plants', 200, 'no ETag'),
      asked('list-is-private', '/plants', 200, 'no Cache-Control'),
    ],
    { 'Requests are answered with 202': 3, 'Responses lack ETag, Cache-Control.': 3 },
  ],
  'malformed requests that pass, and those that get no response': [
    [
      asked('malformed-request-400', malformed, 200),
      asked('answers-every-request', malformed, { noResponse: 'closed' }),
    ],
    { 'Malformed requests are answered with 200 or not at all.': 2 },
  ],
  'responses that do not end where they say, and what can no longer be read behind them': [
    [
      asked('answers-are-well-framed', { method: 'HEAD' }, 404, '44 bytes follow it'),
      asked('answers-every-request', '/plants', { noResponse: 'closed', partial: '{}HTTP/1.1 200 OK' }),
      asked('answers-every-request', malformed, { noResponse: 'closed' }),
    ],
    { 'Responses do not end where they say': 2, 'Every request gets a response': 1 },
  ],
  'whatever else is wrong with the same response is a consequence': [
    [...each(202, 'limit-zero', 'head-as-get'), ...each(202, 'etag-sent')],
    { 'Requests are answered with 202': 3 },
  ],
  'the particular rule where the same response also breaks a general one': [
    [asked('declared-headers-sent', '/plants', 200), asked('etag-sent', '/plants', 200)],
    { 'A list carries one': 2 },
  ],
  'a failed comparison where one of the responses is wrong by itself': [
    [asked('lists-all-plants', '/plants', 200), asked('equal-requests-equal-answers', '/plants', 200)],
    { 'Without limit, the list holds all': 2 },
  ],
  'a comparison and a wrong response to another request are two': [
    [asked('lists-all-plants', '/plants', 200), asked('not-modified-304', '/plants?limit=1', 200)],
    { 'Without limit': 1, 'A request whose If-None-Match names the tag': 1 },
  ],
  'a list that is wrong only with another parameter or content is no cause of its own where these are refused':
    [
      [
        asked('other-parameters-ignored', '/plants?filter=1&filter[name]=1', 400),
        asked('limit-is-optional', '/plants?%zz', 400),
        asked('lists-all-plants', '/plants?amp;limit=1', 200),
        asked('no-limit-of-its-own', { target: '/plants?limit=8', body: 'limit=1' }, 200),
        asked('answers-are-well-framed', '/plants', 200),
      ],
      { 'Valid requests are answered with 400.': 4, 'Every response is well-formed': 1 },
    ],
  'tags that change are why conditions fail': [
    [asked('equal-requests-equal-answers', '/x', 200), asked('not-modified-304', '/plants?limit=1', 200)],
    { [equal]: 2 },
  ],
  'a status that another cause has is why equal requests are answered otherwise': [
    [
      asked('equal-requests-equal-answers', '/x', 304),
      asked('modified-200', '/plants?limit=1', 304),
      asked('head-as-get', '/y', 200),
    ],
    { 'A request whose If-None-Match names only': 2, 'HEAD is answered as': 1 },
  ],
  'a rule from which another follows, wherever that is broken': [
    [asked('limit-zero', '/plants?limit=0', 200), asked('limit-caps-the-list', '/plants?limit=1', 200)],
    { 'With limit=n at most n': 2 },
  ],
}
