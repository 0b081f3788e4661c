/** One answer of each kind, each seen to the end of its connection: what is broken at all shows here first. */
import type { SentRequest } from '../../exchange.ts'
import type { Law } from '../law.ts'
import { integerParameters, type Operation } from '../oracle/operation.ts'
import { learnLists } from '../plants/learn-lists.ts'
import type { Probe } from '../probe.ts'

export const firstLook: Law = {
  name: 'first look',
  run: async (probe) => {
    const requests = probe.knowledge.operations.flatMap((operation) => looks(probe, operation))
    await probe.askAll(requests, { isSeenToEnd: true })
    await learnLists(probe)
  },
}

/** HEAD and the refusals of the first caller, and the answers to the first few. */
function looks({ parties, write }: Probe, operation: Operation): readonly SentRequest[] {
  const { method, path } = operation
  const fields = [['Connection', 'close']] as const
  const first = { token: parties[0]?.token.mark, fields }
  const numbers = integerParameters(operation).flatMap(({ name }) => [`${name}=1`, `${name}=x`])
  return [
    ...parties.slice(0, 5).map(({ token }) => write(method, path, { token: token.mark, fields })),
    write(method, path, { fields }),
    write(method, path, { token: 'x', fields }),
    ...numbers.map((query) => write(method, `${path}?${query}`, first)),
    write('HEAD', path, first),
    write(method, `${path}-x`, first),
    write('DELETE', path, first),
  ]
}
