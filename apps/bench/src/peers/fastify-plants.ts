/** `GET /plants` for Fastify: a hook for the token, a schema for the query, a compiled one for the answer. */
import { Readable } from 'node:stream'
import type { Plant } from '@plant-store/contracts'
import { Plants } from '@plant-store/contracts/schemas'
import type { FastifyInstance } from 'fastify'
import type { PlantQueries } from './plant-queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    userId: number
  }
}

const schema = {
  // As text: coercion to a number, Fastify's default, would take 1e3 and 007 as well.
  querystring: {
    type: 'object',
    properties: { limit: { type: 'string', pattern: '^(?:0|[1-9][0-9]{0,9})$' } },
  },
  response: { 200: Plants },
}

/** Adds the route. `list` makes what is sent: the plants, or a stream of their JSON. */
export function addPlants(
  app: FastifyInstance,
  { findUser }: Pick<PlantQueries, 'findUser'>,
  list: (userId: number, limit: number | undefined) => Plant[] | Readable,
): void {
  app.decorateRequest('userId', 0)
  app.get<{ Querystring: { limit?: string } }>('/plants', {
    schema,
    onRequest: (request, reply, done) => {
      const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const userId = token === undefined ? undefined : findUser(token)
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
      const plants = list(request.userId, limit === undefined ? undefined : Number(limit))
      if (plants instanceof Readable) void reply.type('application/json')
      return reply.send(plants)
    },
  })
}
