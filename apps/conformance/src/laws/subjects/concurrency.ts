/** Many at once, each on a connection of its own: every answer is the one that its own request is owed. */
import type { SentRequest } from '../../exchange.ts'
import type { Law } from '../law.ts'
import { integerParameters, type Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import { repeatedly } from '../repeatedly.ts'
import { readable } from './access.ts'

const rounds = { quick: 3, standard: 8, deep: 40 } as const

export const concurrency: Law = {
  name: 'concurrency',
  run: async (probe) => {
    const kinds = mixedRequests(probe)
    for (let round = 0; round < rounds[probe.subject.budget]; round += 1) {
      const { width } = probe.messenger.pace
      const requests = Array.from({ length: width }, (_, index) => kinds[(index + round * 5) % kinds.length])
      await burst(
        probe,
        requests.filter((request) => request !== undefined),
      )
    }
  },
}

/** Callers beside each other, with and without limits, and refusals between them. */
export const mixedRequests = (probe: Probe): readonly SentRequest[] =>
  readable(probe).flatMap((operation) => mixedFor(probe, operation))

function mixedFor({ parties, write }: Probe, operation: Operation): readonly SentRequest[] {
  const { path } = operation
  const numbers = integerParameters(operation).map(({ name }) => name)
  const some = parties.slice(0, 6)
  return [
    ...some.map(({ token }) => write('GET', path, { token: token.mark })),
    ...numbers.flatMap((name) =>
      some.map(({ token }, index) => write('GET', `${path}?${name}=${index + 1}`, { token: token.mark })),
    ),
    write('GET', path),
    write('GET', path, { token: 'nobody-has-this-one' }),
    write('GET', `${path}-x`),
  ]
}

async function burst(probe: Probe, requests: readonly SentRequest[]): Promise<void> {
  for (const sent of await probe.messenger.burst(requests)) {
    for (const breach of probe.judge(sent).filter(({ rule }) => probe.findings.isNews(rule))) {
      const came = `${breach.came}, among ${requests.length} requests at once`
      probe.findings.tellWith({ ...breach, came }, sent, together(probe, sent.request, requests))
    }
  }
}

/** The request many times, with others beside it. */
function together(probe: Probe, request: SentRequest, requests: readonly SentRequest[]): string {
  const others = requests.filter((other) => other !== request).slice(0, 2)
  return repeatedly(...[request, ...others].map((one) => probe.findings.curl([one])))
}
