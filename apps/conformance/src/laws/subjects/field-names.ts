/** The names of header fields mean the same in small and in capital letters (RFC 9110, 5.1). */
import type { SentRequest } from '../../exchange.ts'
import type { Law } from '../law.ts'
import type { Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import { readable } from './access.ts'

export const fieldNames: Law = {
  name: 'names of fields',
  run: async (probe) => {
    const requests = readable(probe).flatMap((operation) => usual(probe, operation))
    await probe.askBriefly(
      requests.flatMap((request) => [
        respell(request, (name) => name.toLowerCase()),
        respell(request, (name) => name.toUpperCase()),
      ]),
    )
  },
}

/** One of each kind that hangs on a field. */
function usual({ parties, secrets, knowledge, write }: Probe, { method, path }: Operation): SentRequest[] {
  const [party] = parties
  const token = party?.token.mark
  const tag = party === undefined ? undefined : knowledge.tagOf(party.index, path)
  return [
    write(method, path, { token, fields: [['X-Request-Id', 'law-1']] }),
    ...(tag === undefined ? [] : [write(method, path, { token, fields: [['If-None-Match', tag]] })]),
    ...secrets.refused.slice(0, 1).map(({ mark }) => write(method, path, { token: mark })),
  ]
}

const respell = (request: SentRequest, spell: (name: string) => string): SentRequest => ({
  ...request,
  fields: request.fields.map(([name, value]) => [spell(name), value]),
})
