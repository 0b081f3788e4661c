/** Serves plants with Fastify, @fastify/jwt and a schema for the query. */
import { readFileSync } from 'node:fs'
import jwt from '@fastify/jwt'
import Fastify from 'fastify'

const [file, port] = process.argv.slice(2)
const { secret, users } = JSON.parse(readFileSync(file, 'utf8'))
const plantsOf = new Map(users.map(({ name, plants }) => [name, plants]))

const app = Fastify()
await app.register(jwt, { secret, trusted: (_request, { sub }) => plantsOf.has(sub) })

const schema = {
  querystring: { type: 'object', properties: { limit: { type: 'integer', minimum: 0 } } },
  response: {
    200: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, tag: { type: 'string' } },
      },
    },
  },
}

app.get('/plants', { schema, onRequest: (request) => request.jwtVerify() }, (request) =>
  plantsOf.get(request.user.sub).slice(0, request.query.limit),
)

app.setErrorHandler((error, _request, reply) => {
  const status = error.statusCode ?? 500
  reply.code(status).send({ error: status, message: error.message })
})

app.setNotFoundHandler((_request, reply) => {
  reply.code(404).send({ error: 404, message: 'Not found' })
})

const url = await app.listen({ host: '127.0.0.1', port: Number(port) })
process.stdout.write(`Fastify listens on ${url}\n`)
