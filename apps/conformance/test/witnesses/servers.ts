/** For each exception, a correct server that a tool would accuse without it, and the request that shows this. */
import { mutantById } from '../../mutants/catalogue.ts'
import { replying } from '../../mutants/faults/replies.ts'
import type { Change } from '../../mutants/mutant.ts'
import { type Ask, type Reply, withField } from '../../mutants/server/ask.ts'
import type { Running } from '../../mutants/server/serve.ts'
import { startMutant } from '../../mutants/server/start.ts'
import { fixedWorld, toWorldFile } from '../../mutants/server/world.ts'
import type { Field, SentRequest } from '../../src/exchange.ts'

/** A server, and a request that it answers in a way that the tool objects to. */
export interface Shown {
  readonly start: () => Promise<Running>
  readonly request: SentRequest
  /** The name of the failure in schemathesis, where Prism would say nothing. */
  readonly failure?: string
}

const variant = (id: string) => (): Promise<Running> => startMutant(mutantById(id))
const reference = variant('no-plants')
const changed = (change: Change) => (): Promise<Running> => startMutant({ change, world: fixedWorld })

/** Stands for the host and port of the server. */
export const ownHost = '127.0.0.1'

const token = toWorldFile(fixedWorld).callers[0]?.token ?? ''
const own: Field = ['Authorization', `Bearer ${token}`]
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

export const shown: Readonly<Record<string, Shown | readonly Shown[]>> = {
  'any-token': { start: reference, request: get('/plants', ['Authorization', 'Bearer of-nobody']) },
  'nothing-there': { start: reference, request: get('/plants/1', own), failure: 'RejectedPositiveData' },
  'unknown-methods': {
    start: variant('rare-methods-400'),
    request: { ...get('/plants', own), method: 'QUERY' },
    failure: 'UnsupportedMethodResponse',
  },
  'beyond-the-given': [
    {
      start: variant('given-parts-dropped'),
      request: get('/plants?limit=3%', own),
      failure: 'AcceptedNegativeData',
    },
  ],
  'other-answers-than-given': {
    start: changed(
      replying((reply) => withField(reply, 'Content-Type', reply.status === 401 ? 'text/plain' : undefined)),
    ),
    request: get('/plants'),
  },
  'decided-otherwise': {
    start: changed(answering(422, ({ query }) => query.get('limit') === '-1')),
    request: get('/plants?limit=-1', own),
    failure: 'AcceptedNegativeData',
  },
  'refused-by-a-guard': {
    start: changed(answering(403, ({ request }) => request.url?.includes('%') === true)),
    request: get('/plants?limit=%31', own),
    failure: 'RejectedPositiveData',
  },
}
