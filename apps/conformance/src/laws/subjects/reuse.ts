/** Reused connections: hundreds of requests of all kinds, and every answer the one that is due. */
import * as fc from 'fast-check'
import type { SentRequest } from '../../exchange.ts'
import type { Law } from '../law.ts'
import { integerParameters, type Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import { askAtOnce, askInTurn } from '../series.ts'
import { readable } from './access.ts'
import { mixedRequests } from './concurrency.ts'

const lengths = { quick: 120, standard: 500, deep: 3000 } as const

export const reuse: Law = {
  name: 'reused connections',
  run: async (probe) => {
    const { messenger, subject } = probe
    const { budget, seed, only } = subject
    // Where a service loses its place by what the given contract does not speak of, what follows is no breach of that.
    const kinds = [
      ...mixedRequests(probe),
      ...(only === 'all' ? others(probe) : []),
      ...wrong(probe),
      ...conditional(probe),
    ]
    const requests = fc.sample(fc.constantFrom(...kinds), {
      numRuns: messenger.pace.length(lengths[budget]),
      seed,
    })
    await Promise.all([askInTurn(probe, requests), askAtOnce(probe, requests.slice(0, 40))])
  },
}

/** With the tag that is due, and with another one. */
function conditional(probe: Probe): readonly SentRequest[] {
  const { parties, write, knowledge } = probe
  return readable(probe).flatMap(({ path }) =>
    parties
      .slice(0, 4)
      .flatMap(({ index, token }) =>
        [knowledge.tagOf(index, path), '"x"']
          .filter((tag) => tag !== undefined)
          .map((tag) => write('GET', path, { token: token.mark, fields: [['If-None-Match', tag]] })),
      ),
  )
}

/** What tempts a service to lose its place in the stream. */
function others({ parties, write, knowledge }: Probe): readonly SentRequest[] {
  const token = parties[0]?.token.mark
  return knowledge.operations.flatMap(({ path }) => [
    write('HEAD', path, { token }),
    write('HEAD', `${path}-x`, { token }),
    write('POST', path, { token, body: 'limit=1' }),
    write('GET', path, { token, body: `GET ${path}-x HTTP/1.1\r\n\r\n` }),
    write('DELETE', path, { token }),
  ])
}

/** What is refused alone must be refused behind anything. */
const wrong = (probe: Probe): readonly SentRequest[] =>
  readable(probe).flatMap((operation) => wrongFor(probe, operation))

function wrongFor({ parties, secrets, write }: Probe, operation: Operation): readonly SentRequest[] {
  const { path } = operation
  const token = parties[0]?.token.mark
  const numbers = integerParameters(operation).flatMap(({ name }) => [
    `${name}=x`,
    `${name}=-1`,
    `${name}=05`,
    `${name}=`,
  ])
  return [
    ...secrets.refused.slice(0, 2).map(({ mark }) => write('GET', path, { token: mark })),
    ...numbers.map((query) => write('GET', `${path}?${query}`, { token })),
  ]
}
