/** `GET /plants` for Fastify: schemas for the query and the answer (compiled), and the token from its header. */
import { Readable } from 'node:stream'
import type { Plant } from '@plant-store/contracts'
import { Plants } from '@plant-store/contracts/schemas'
import type { FastifyInstance, FastifyReply } from 'fastify'

const schema = {
  // As text, because coercion to a number, Fastify's default, would also accept 1e3 and 007.
  querystring: {
    type: 'object',
    properties: { limit: { type: 'string', pattern: '^(?:0|[1-9][0-9]{0,9})$' } },
  },
  response: { 200: Plants },
}

/** The plants, or a stream of their JSON; undefined when nobody holds the token. */
export type Answer = Plant[] | Readable | undefined

/** Adds the route. `list` makes the answer, at once or later. */
export function addPlants(
  app: FastifyInstance,
  list: (token: string, limit: number | undefined) => Answer | Promise<Answer>,
): void {
  app.get<{ Querystring: { limit?: string } }>('/plants', {
    schema,
    handler: (request, reply) => {
      const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      if (token === undefined) return send(reply, undefined)
      const { limit } = request.query
      if (Number(limit ?? 0) > 2_147_483_647) {
        return reply.code(400).send({ error: 40001, message: 'limit is too large' })
      }
      const answer = list(token, limit === undefined ? undefined : Number(limit))
      return answer instanceof Promise ? answer.then((later) => send(reply, later)) : send(reply, answer)
    },
  })
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer === undefined) return reply.code(401).send({ error: 40102, message: 'Unauthorized' })
  if (answer instanceof Readable) void reply.type('application/json')
  return reply.send(answer)
}
