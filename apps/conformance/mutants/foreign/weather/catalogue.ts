/** Rows of the weather stations: what they may do, and what breaks their document or HTTP. */
import { hash } from 'node:crypto'
import {
  adding,
  answering,
  asStatus,
  evenWithBody,
  lacking,
  replying,
  replyingTo,
  saying,
  sending,
  unmeasured,
  writing as written,
} from '../../faults/replies.ts'
import { both, type Change } from '../../mutant.ts'
import { fieldOf, withField } from '../../server/ask.ts'
import { bodied } from '../../server/write-reply.ts'
import { behind, every, field, got, is304, is404, is405, method, not, parameter, request, rested, status, target } from '../../triggers.ts'
import { failingFor, get, items, ok, overlooking, repeatingThePrevious, rewriting, type Rows } from '../changes.ts'
import { isObject } from '../kinds.ts'
import type { ForeignSteps } from '../service.ts'

const station = ok(/\/stations(?:\/\w+)?(?:\?|$)/)
const readings = ok(/\/readings/)
const asCsv = field('accept', /^text\/csv/)

const stations = ok(/\/stations(?:\?|$)/)
/** Without its tag, which would say that it is another list. */
const shorter = both<ForeignSteps>(
  rewriting((value) => (Array.isArray(value) ? value.slice(0, -1) : value)),
  lacking('ETag'),
)

function inAnyOrder(): Change<ForeignSteps> {
  let first = 0
  return rewriting((value) => {
    if (!Array.isArray(value)) return value
    const list: readonly unknown[] = value
    first = (first + 1) % list.length
    return [...list.slice(first), ...list.slice(0, first)]
  })
}

export const faults: Rows = {
  'shorter-behind-404: Right behind a 404 on the same connection, the list of stations lacks its last.': [shorter, stations, behind(got(404))],
  'shorter-after-rest: After a connection was idle for a second and a half, the list of stations lacks its last.': [shorter, stations, rested(1500)],
  'shorter-every-ninth: Every ninth response lacks the last of the list of stations.': [shorter, stations, every(9)],
  'latitude-text: The latitude of a station is a string.': [
    items((one) => ({ ...one, position: { ...(isObject(one['position']) && one['position']), latitude: '48.2' } })),
    station,
  ],
  'sensors-twice: A sensor of a station is listed twice.': [items((one) => ({ ...one, sensors: ['wind', 'rain', 'wind'] })), station],
  'closed-empty: A station that is open was closed on an empty date, not on null.': [
    items((one) => ({ ...one, closed: one['closed'] ?? '' })),
    station,
  ],
  'near-three: Places of three numbers are accepted.': overlooking('near'),
  'near-500: A place that is not of numbers fails with 500.': failingFor('near'),
  'radius-zero: A radius of nothing, and one beyond 500 km, are accepted.': overlooking('radiusKm'),
  'from-any: The beginning of the time may be missing or anything.': overlooking('from'),
  'unicode-500: A value beyond ASCII in the query fails with 500.': [
    answering(500, '{"error":"Failed."}', 'application/json'),
    target(/\?.*%[c-f]/i),
  ],
  'units-any: Any units may be asked for.': overlooking('X-Units'),
  'precision-any: Any cookie for the precision is accepted.': overlooking('precision'),
  'one-too-many: A page of 200 readings has 201.': [
    rewriting((value) =>
      isObject(value) && Array.isArray(value['readings']) && value['readings'].length === 200
        ? { ...value, readings: value['readings'].concat(value['readings'].slice(0, 1)) }
        : value,
    ),
    readings,
  ],
  'csv-headless: CSV lacks its first line.': [
    replying((reply) => ({ ...reply, body: reply.body.toString().replace(/^.*\r\n/, '') })),
    lacking('Content-Length'),
    readings,
    asCsv,
  ],
  'csv-as-json: Whoever accepts CSV gets it as JSON, which it is not.': [sending('Content-Type', 'application/json'), readings, asCsv],
  'time-without-offset: The time of a reading does not say where that time is.': [
    items((one) => ({ ...one, at: String(one['at']).slice(0, 19) })),
    readings,
  ],
  'gap-with-mean: A day of which nothing is known has a mean, too.': [
    rewriting((value) => (isObject(value) && value['type'] === 'gap' ? { ...value, mean: 0 } : value)),
    ok(/\/days\//),
  ],
  'second-page-500: The second page fails with 500.': [answering(500, '{"error":"Failed."}', 'application/json'), parameter('cursor'), status(200)],
  'allow-lost: 405 does not say which methods there are.': [lacking('Allow'), is405],
  'tag-of-address: JSON and CSV from the same address have the same strong ETag.': () => ({
    tag: (_body, { url }) => `"${hash('sha256', url, 'base64url').slice(0, 20)}"`,
  }),
  'tag-alone: If-None-Match with several tags is read as none.': ({ checkForm }) => ({
    checkForm: (ask) => {
      if (ask.headers['if-none-match']?.includes(',') === true) delete ask.headers['if-none-match']
      checkForm(ask)
    },
  }),
  'application-406: A client that accepts any type of application gets 406.': [
    answering(406, '{"error":"There is JSON and CSV."}', 'application/json'),
    field('accept', /^application\/\*/),
  ],
  'head-with-body: HEAD gets the body as well.': [evenWithBody, method('HEAD'), status(200)],
  'pipelined-mixed: A request sent before the response to the last one gets that response again.': repeatingThePrevious,
}

export const oddities: Rows = {
  'cursor-of-its-own: A cursor that was not given out is refused.': [
    answering(400, '{"error":"No page has that cursor."}', 'application/json'),
    request(({ query }) => query.has('cursor') && !/^c[1-9]\d$/.test(query.get('cursor') ?? '')),
  ],
  'any-order: The stations come in another order each time, without a tag.': [inAnyOrder(), lacking('ETag'), stations],
  'gone-meanwhile: After a hundred responses, a station is no longer in the list.': [shorter, stations, request(({ number }) => number > 100)],
  'chunked: The length of a body is not known when it begins.': written((reply, ask) => {
    ask.response.writeHead(reply.status, unmeasured(reply).flat())
    ask.response.end(bodied(reply, ask).body)
  }),
  'slash-redirects: A slash at the end leads to the address without it.': [
    replyingTo((reply, { path }) => withField({ ...reply, status: 301 }, 'Location', path.replace(/\/+$/, ''))),
    is404,
    target(/^\/[^?]*[^/?]\/(?:\?|$)/),
    request(({ method: name }) => name === 'GET' || name === 'HEAD'),
  ],
  'method-501: A method that the service has for nothing is 501.': [asStatus(501), lacking('Allow'), is405],
  'weak-tags: ETags are weak.': ({ tag }) => ({ tag: (body, ask) => `W/${tag(body, ask)}` }),
  'no-tags: There are no ETags.': [lacking('ETag'), get, status(200)],
  'wrong-422: What is wrong in a request is refused with 422.': [asStatus(422), status(400)],
  'charset: The type of JSON says that it is UTF-8, in capitals.': replying((reply) =>
    fieldOf(reply, 'Content-Type') === 'application/json' ? withField(reply, 'Content-Type', 'Application/JSON;Charset="UTF-8"') : reply,
  ),
  'numbers-as-floats: Numbers are written as 1.60e1.': [
    replying((reply) => {
      const body = reply.body.toString().replaceAll(/(?<=":)-?\d+\.\d+(?=[,}])/g, (number) => Number(number).toExponential(6))
      return withField({ ...reply, body }, 'Content-Length', String(Buffer.byteLength(body)))
    }),
    get,
    not(is304),
  ],
  'old-copy: Responses come from a cache, with their age.': adding(['Age', '17'], ['Via', '1.1 edge-7'], ['X-Cache', 'HIT']),
  'options-for-browsers: OPTIONS says what browsers from elsewhere may do.': [
    asStatus(204),
    saying(''),
    lacking('Content-Type', 'Content-Length', 'Cache-Control'),
    sending('Allow', 'GET, HEAD, OPTIONS'),
    adding(['Access-Control-Allow-Origin', '*'], ['Access-Control-Allow-Methods', 'GET, HEAD']),
    is405,
    method('OPTIONS'),
  ],
}
