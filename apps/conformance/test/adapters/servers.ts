/** For each suppression, a correct server that a tool would accuse without it, and the request that shows this. */
import { mutantById } from '../../mutants/catalogue.ts'
import { replying } from '../../mutants/faults/replies.ts'
import type { Change } from '../../mutants/mutant.ts'
import { type Ask, type Reply, withField } from '../../mutants/server/ask.ts'
import { reference as right, type Steps } from '../../mutants/server/reference.ts'
import type { Running } from '../../mutants/server/serve.ts'
import { startMutant } from '../../mutants/server/serve.ts'
import { fixedWorld } from '../../mutants/server/world.ts'
import type { Field, SentRequest } from '../../src/exchange.ts'

/** A server that schemathesis objects to, or Prism, where there is a request: then to the answer to that. */
export interface Shown {
  readonly start: () => Promise<Running>
  readonly request?: SentRequest
}

const variant = (id: string) => (): Promise<Running> => startMutant(mutantById(id))
const reference = variant('no-plants')
const changed = (change: Change) => (): Promise<Running> => startMutant({ change, world: fixedWorld })

/** Stands for the host and port of the server. */
export const ownHost = '127.0.0.1'

const get = (target: string, ...fields: readonly Field[]): SentRequest => ({
  method: 'GET',
  target,
  fields: [['Host', ownHost], ...fields],
})

/** The reply, but with this status if the request is one of those meant. */
const answering = (status: number, isMeant: (ask: Ask) => boolean): Change =>
  replying((reply: Reply, ask) =>
    ask !== undefined && isMeant(ask)
      ? { ...withField(reply, 'Content-Range', 'bytes 0-1/2'), status }
      : reply,
  )

export const shown: Readonly<Record<string, Shown>> = {
  'any-token': { start: reference, request: get('/plants', ['Authorization', 'Bearer of-nobody']) },
  'unknown-methods': { start: variant('rare-methods-400') },
  'split-fields': {
    start: changed(
      replying((reply) => ({
        ...reply,
        fields: reply.fields.flatMap(([name, value]) => value.split(', ').map((line): Field => [name, line])),
      })),
    ),
  },
  'beyond-the-given': { start: changed(answering(501, ({ request }) => request.method !== 'GET')) },
  'other-answers-than-given': {
    start: changed(
      replying((reply) => (reply.status === 401 ? withField(reply, 'Content-Type', 'text/plain') : reply)),
    ),
  },
  'decided-otherwise': { start: changed(answering(422, ({ query }) => query.get('limit') === '-1')) },
}

/** For each limit of schemathesis, a correct server that meets it. */
export const beyondPython: Readonly<Record<string, Partial<Steps>>> = {
  'interim-responses': {
    write: (reply, ask) =>
      // By the time the answer comes, the client could have taken the interim one for it.
      ask.response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () =>
        setTimeout(() => right.write(reply, ask), 10),
      ),
  },
  'many-fields': {
    finish: async (reply, ask) => {
      const { fields, ...finished } = await right.finish(reply, ask)
      const many = Array.from({ length: 100 }, (_, at) => [`X-${at}`, ''] as const)
      return { ...finished, fields: [...fields, ...many] }
    },
  },
}
