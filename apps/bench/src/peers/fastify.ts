/** `GET /plants` by Fastify, as `fastify.ts <file>`, as an operator runs it: log, request ids, metrics, ETags, streams. */
import { hash, randomUUID } from 'node:crypto'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import etag from '@fastify/etag'
import type { Plant } from '@plant-store/contracts'
import { Plants } from '@plant-store/contracts/schemas'
import { fastify, type FastifyReply } from 'fastify'
import { collectDefaultMetrics, Histogram, register } from 'prom-client'

const database = new DatabaseSync(process.argv[2] ?? '', { readOnly: true, returnArrays: true })
const token = database.prepare('select user_id, expires_at, revoked_at from token where hash = ?')
const access = database.prepare(
  'select plant_id, name, tag from plant_access where user_id = ? and plant_id > ? order by plant_id limit ?',
)
type TokenRow = [userId: number, expiresAt: number | null, revokedAt: number | null]
type PlantRow = [plantId: number, name: string, tag: string | null]
const pageSize = 1000

// oxlint-disable typescript/no-unsafe-type-assertion -- the tables are STRICT: a row is what its query says
/** The user who holds the token; undefined when it is unknown, revoked or expired. */
function findUser(secret: string): number | undefined {
  const row = token.get(hash('sha256', secret, 'base64url')) as unknown as TokenRow | undefined
  if (row === undefined) return undefined
  const [userId, expiresAt, revokedAt] = row
  return revokedAt === null && (expiresAt === null || Date.now() < expiresAt) ? userId : undefined
}

/** The user's plants in the order in which they were added, a page at a time. */
function* pagesOf(userId: number, limit = Infinity): Generator<readonly Plant[]> {
  for (let [left, after] = [limit, 0]; left > 0; left -= pageSize) {
    const rows = access.all(userId, after, Math.min(left, pageSize)) as unknown as PlantRow[]
    yield rows.map(([, name, tag]) => (tag === null ? { name } : { name, tag }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    ;[after] = last
  }
}
// oxlint-enable typescript/no-unsafe-type-assertion

const app = fastify({ logger: true, requestIdHeader: 'x-request-id', genReqId: () => randomUUID() })
await app.register(etag)
collectDefaultMetrics()
const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'From the request to the end of its response.',
  labelNames: ['method', 'route', 'status'],
})
app.addHook('onRequest', (request, reply, done) => {
  reply.header('x-request-id', request.id)
  done()
})
app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
  duration.observe({ method, route: routeOptions.url ?? '', status: statusCode }, elapsedTime / 1000)
  done()
})
app.get('/metrics', async (_request, reply) =>
  reply.type(register.contentType).send(await register.metrics()),
)

const schema = {
  // As text, because coercion to a number, Fastify's default, would also accept 1e3 and 007.
  querystring: {
    type: 'object',
    properties: { limit: { type: 'string', pattern: '^(?:0|[1-9][0-9]{0,9})$' } },
  },
  response: { 200: Plants },
}

app.get<{ Querystring: { limit?: string } }>('/plants', {
  schema,
  handler: (request, reply) => {
    const secret = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const user = secret === undefined ? undefined : findUser(secret)
    if (user === undefined) return reply.code(401).send({ error: 40102, message: 'Unauthorized' })
    const limit = request.query.limit === undefined ? undefined : Number(request.query.limit)
    if (limit !== undefined && limit > 2_147_483_647) {
      return reply.code(400).send({ error: 40001, message: 'limit is too large' })
    }
    return sendPages(reply, pagesOf(user, limit))
  },
})

/** Sends a list of one page at once, and a longer one page by page. */
function sendPages(reply: FastifyReply, pages: Iterable<readonly Plant[]>): FastifyReply {
  const rest = pages[Symbol.iterator]()
  const first = rest.next()
  const page = first.done === true ? [] : first.value
  if (page.length < pageSize) return reply.send(page)
  return reply.type('application/json').send(Readable.from(toJson(page, { [Symbol.iterator]: () => rest })))
}

/** The JSON array in pieces. */
function* toJson(first: readonly Plant[], rest: Iterable<readonly Plant[]>): Generator<string> {
  yield JSON.stringify(first).slice(0, -1)
  for (const page of rest) if (page.length > 0) yield `,${JSON.stringify(page).slice(1, -1)}`
  yield ']'
}

const url = await app.listen({ host: '127.0.0.1', port: 0 })
// As the service says where it listens.
process.stdout.write(`${JSON.stringify({ msg: 'listening', url })}\n`)
