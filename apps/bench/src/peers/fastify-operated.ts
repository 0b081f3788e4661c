/** Fastify as an operator runs it: with its log, request ids, metrics and ETags; long lists are streamed. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import etag from '@fastify/etag'
import { fastify } from 'fastify'
import { collectDefaultMetrics, Histogram, register } from 'prom-client'
import { announce, databaseArgument } from './announce.ts'
import { type Answer, addPlants } from './fastify-plants.ts'
import { openPlantSource } from './open-plant-source.ts'
import { type Found, pageSize, type PlantSource } from './plant-source.ts'

const source = openPlantSource(databaseArgument())
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

addPlants(app, (token, limit = Infinity) => {
  const answer = (page: Found): Answer => {
    const isWhole = page === undefined || page.length < pageSize || limit === pageSize
    return isWhole ? page : Readable.from(toJson(source.pages(token, limit)))
  }
  const page = source.firstPlants(token, Math.min(limit, pageSize))
  return page instanceof Promise ? page.then(answer) : answer(page)
})

/** The JSON array in pieces. */
async function* toJson(pages: ReturnType<PlantSource['pages']>): AsyncGenerator<string> {
  let before = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield before + JSON.stringify(page).slice(1, -1)
    before = ','
  }
  yield ']'
}

await app.listen({ host: '127.0.0.1', port: 0 })
announce(app.server)
