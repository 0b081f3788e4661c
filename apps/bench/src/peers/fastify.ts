/** Fastify with its defaults: a hook for the token, a schema for the query, a compiled one for the answer. */
import { Plants } from '@plant-store/contracts'
import { fastify } from 'fastify'
import { announce, databaseArgument } from './announce.ts'
import { openCatalogue } from './catalogue.ts'

declare module 'fastify' {
  interface FastifyRequest {
    userId: number
  }
}

const catalogue = openCatalogue(databaseArgument())
const app = fastify()
app.decorateRequest('userId', 0)

const schema = {
  // As text: coercion to a number, Fastify's default, would take 1e3 and 007 as well.
  querystring: {
    type: 'object',
    properties: { limit: { type: 'string', pattern: '^(?:0|[1-9][0-9]{0,9})$' } },
  },
  response: { 200: Plants },
}

app.get<{ Querystring: { limit?: string } }>('/plants', {
  schema,
  onRequest: (request, reply, done) => {
    const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const userId = token === undefined ? undefined : catalogue.holder(token)
    if (userId === undefined) {
      void reply.code(401).send({ error: 40102, message: 'Unauthorized' })
      return
    }
    request.userId = userId
    done()
  },
  handler: (request, reply) => {
    const { limit } = request.query
    if (Number(limit ?? 0) > 2_147_483_647) {
      return reply.code(400).send({ error: 40001, message: 'limit is too large' })
    }
    return reply.send(catalogue.plants(request.userId, limit === undefined ? undefined : Number(limit)))
  },
})

await app.listen({ host: '127.0.0.1', port: 0 })
announce(app.server)
