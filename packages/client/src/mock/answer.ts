/** What the service answers to a request, worked out from the request alone. */
import {
  canonicalDecimal,
  type ErrorCause,
  type ErrorEntry,
  errorCatalogue,
  type Plant,
} from '@plant-store/contracts'
import { exampleFields } from './examples.ts'

/** Gives the plants that the token's user sees; undefined if the token is nobody's. */
export type PlantsOf = (token: string) => readonly Plant[] | undefined | Promise<readonly Plant[] | undefined>

/** The parts of a request that its response depends on. */
export interface Asked {
  readonly method: string
  /** Path and query, after the address of the service. */
  readonly target: string
  readonly headers: Headers
}

/** The cause for which an otherwise valid request is refused. */
type ForcedCause = 'malformedRequest' | 'misplacedCredential' | 'refusedToken' | 'unavailable' | 'internal'

/** What the responses depend on besides the request. */
export interface Situation {
  readonly plantsOf: PlantsOf
  readonly forced?: ForcedCause | undefined
  /** With `unavailable`: after how many seconds to try again. */
  readonly retryAfter?: number | undefined
}

/** The response, with all header fields that the contract declares. Rejects only if `plantsOf` does. */
export async function respond(asked: Asked, situation: Situation): Promise<Response> {
  const request = await read(asked, situation)
  const cause = causes.find(([, applies]) => applies(request))?.[0]
  if (cause !== undefined) return refuse(asked, errorCatalogue[cause], situation.retryAfter)
  const limit = request.query.get('limit')
  const listed = (request.plants ?? []).slice(0, limit === null ? undefined : Number(limit))
  // Only the members that the contract names: a plant in a consumer's test may have more.
  const body = JSON.stringify(listed.map(({ name, tag }) => ({ name, tag })))
  const tag = await tagOf(body)
  const fields = { 'Cache-Control': exampleFields.listCacheControl, ETag: tag, Vary: exampleFields.vary }
  return isCurrent(asked.headers, tag)
    ? new Response(null, { status: 304, headers: { ...fields, ...commonFields(asked) } })
    : reply(asked, { status: 200, body, fields })
}

/** A request as the checks see it. */
interface Read extends Asked {
  readonly path: string
  readonly query: URLSearchParams
  readonly token: string | undefined
  readonly plants: readonly Plant[] | undefined
  readonly forced: ForcedCause | undefined
}

async function read(asked: Asked, { plantsOf, forced }: Situation): Promise<Read> {
  const [path = '', ...rest] = asked.target.split('?')
  // URLSearchParams drops one leading question mark. A second one belongs to a name, so the first one stays.
  const query = new URLSearchParams(`?${rest.join('?')}`)
  const token = bearerCredentials.exec(asked.headers.get('Authorization') ?? '')?.[1]
  const plants = token === undefined || forced === 'unavailable' ? undefined : await plantsOf(token)
  return { ...asked, path, query, token, plants, forced }
}

/** RFC 9110, 11.4: scheme, one or more spaces, token68. The scheme is case-insensitive. */
const bearerCredentials = /^bearer +([\w.~+/-]+=*)$/i

/** HTTP parsers of servers accept no other word as a method. */
const methods = new Set(
  `ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY
  OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK
  UNSUBSCRIBE`.split(/\s+/),
)

/** In the order of the contract: the first cause that applies decides the response. */
const causes: readonly (readonly [ErrorCause, applies: (request: Read) => boolean])[] = [
  ['targetTooLong', ({ target }) => target.length > 8000],
  ['headersTooLarge', ({ headers }) => [...headers].length > 100 || lengthOf(headers) > 16_384],
  ['malformedRequest', ({ method, forced }) => forced === 'malformedRequest' || !methods.has(method)],
  ['notFound', ({ path }) => path !== '/plants'],
  ['methodNotAllowed', ({ method }) => method !== 'GET' && method !== 'HEAD'],
  [
    'misplacedCredential',
    ({ query, forced }) => forced === 'misplacedCredential' || query.has('access_token'),
  ],
  ['missingToken', ({ headers }) => !headers.has('Authorization')],
  ['refusedToken', ({ token, forced }) => token === undefined || forced === 'refusedToken'],
  ['unavailable', ({ forced }) => forced === 'unavailable'],
  ['refusedToken', ({ plants }) => plants === undefined],
  ['invalidLimit', ({ query }) => !isLimit(query.getAll('limit'))],
  ['internal', ({ forced }) => forced === 'internal'],
]

/** The length as sent: each line has a colon, a space and a line end too. */
const lengthOf = (headers: Headers): number =>
  [...headers].reduce((length, [name, value]) => length + name.length + value.length + 4, 0)

const isLimit = ([text, ...more]: readonly string[]): boolean =>
  text === undefined || (more.length === 0 && canonicalDecimal.test(text) && Number(text) <= 2_147_483_647)

/** The response for this cause, whatever the request. */
export function refuse(
  asked: Asked,
  entry: ErrorEntry,
  retryAfter: number = exampleFields.retryAfter,
): Response {
  const { status, error, message } = entry
  const fields = {
    'Cache-Control': exampleFields.errorCacheControl,
    ...(error === errorCatalogue.missingToken.error && { 'WWW-Authenticate': exampleFields.missingToken }),
    ...(error === errorCatalogue.refusedToken.error && { 'WWW-Authenticate': exampleFields.refusedToken }),
    ...(status === 405 && { Allow: 'GET, HEAD' }),
    ...(status === 503 && { 'Retry-After': String(retryAfter) }),
  }
  return reply(asked, { status, body: JSON.stringify({ error, message }), fields })
}

interface Reply {
  readonly status: number
  /** JSON. */
  readonly body: string
  readonly fields: Readonly<Record<string, string>>
}

/** Adds what every response carries. HEAD gets the header fields of GET. */
function reply(asked: Asked, { status, body, fields }: Reply): Response {
  const length = String(new TextEncoder().encode(body).length)
  const headers = {
    ...fields,
    ...commonFields(asked),
    'Content-Type': 'application/json',
    'Content-Length': length,
  }
  return new Response(asked.method === 'HEAD' ? null : body, { status, headers })
}

function commonFields({ headers }: Asked): Record<string, string> {
  const given = headers.get('X-Request-Id') ?? ''
  const id = /^[\w.:-]{1,64}$/.test(given) ? given : crypto.randomUUID()
  return { Date: new Date().toUTCString(), 'X-Request-Id': id }
}

/** Equal lists have equal tags. */
async function tagOf(body: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  const text = btoa(String.fromCodePoint(...new Uint8Array(digest, 0, 16)))
  return `"${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}"`
}

/** RFC 9110, 13.1.2: compared weakly. */
function isCurrent(headers: Headers, tag: string): boolean {
  const asked = headers.get('If-None-Match') ?? ''
  const tags: readonly string[] = asked.match(/"[\u0021\u0023-\u007E\u0080-\u00FF]*"/g) ?? []
  return asked.trim() === '*' || tags.includes(tag)
}
