/**
 * `GET /plants` by Fastify, as `fastify.ts <file> defaults`: no log, and each list made in one go; or as `fastify.ts
 * <file> operated`, as an operator runs it: with its log, request ids, metrics and ETags, and long lists streamed.
 */
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { Readable } from 'node:stream'
import etag from '@fastify/etag'
import type { Plant } from '@plant-store/contracts'
import { Plants } from '@plant-store/contracts/schemas'
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify'
import { collectDefaultMetrics, Histogram, register } from 'prom-client'
import { openPlants, pageSize } from './plants.ts'

const [, , file = '', how = 'defaults'] = process.argv
const isOperated = how === 'operated'
const plants = openPlants(file)
const app: FastifyInstance = fastify(
  isOperated ? { logger: true, requestIdHeader: 'x-request-id', genReqId: () => randomUUID() } : {},
)
if (isOperated) await operate()

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
    const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const user = token === undefined ? undefined : plants.findUser(token)
    if (user === undefined) return reply.code(401).send({ error: 40102, message: 'Unauthorized' })
    const limit = request.query.limit === undefined ? undefined : Number(request.query.limit)
    if (limit !== undefined && limit > 2_147_483_647) {
      return reply.code(400).send({ error: 40001, message: 'limit is too large' })
    }
    const pages = plants.pages(user, limit)
    return isOperated ? sendPages(reply, pages) : reply.send([...pages].flat())
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

async function operate(): Promise<void> {
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
}

const url = await app.listen({ host: '127.0.0.1', port: 0 })
// As the service says where it listens.
process.stdout.write(`${JSON.stringify({ msg: 'listening', url })}\n`)
