/** What means something to other services means nothing here: neither in the query nor in the header. */
import type { Field, SentRequest } from '../../exchange.ts'
import type { Law } from '../law.ts'
import type { Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import type { Token } from '../secrets.ts'
import { askTogether, halve } from '../together.ts'
import { fieldValues, foreignFields, foreignParameters, parameterValues } from '../vectors/foreign-words.ts'
import { readable } from './access.ts'

export const foreignWords: Law = {
  name: 'words of other services',
  run: async (probe) => {
    await Promise.all(
      readable(probe).flatMap((operation) => [
        inQuery(probe, operation),
        inHeader(probe, operation),
        inHeaderAlone(probe, operation),
      ]),
    )
  },
}

/** What is said of oneself is said by two: it may be the name of one of them. */
async function inQuery(probe: Probe, { method, path }: Operation): Promise<void> {
  await Promise.all(
    probe.parties.slice(0, 2).flatMap(({ token }) =>
      parameterValues.map((value) =>
        askTogether(probe, foreignParameters, (names) => {
          const query = names.map((name) => `${name}=${value}`).join('&')
          return probe.write(method, `${path}?${query}`, { token: token.mark })
        }),
      ),
    ),
  )
}

async function inHeader(probe: Probe, { method, path }: Operation): Promise<void> {
  const { parties } = probe
  await Promise.all(
    parties
      .slice(0, 2)
      .flatMap(({ token, index }) =>
        [...fieldValues, ...tokens(parties[1 - index]?.token)].map((value) =>
          askWith(probe, value, (fields) => probe.write(method, path, { token: token.mark, fields })),
        ),
      ),
  )
}

/** Without a token they let nobody in, and lead to no other place. */
async function inHeaderAlone(probe: Probe, { method, path }: Operation): Promise<void> {
  const [party] = probe.parties
  const token = party?.token.mark
  await Promise.all([
    ...[...fieldValues, ...tokens(party?.token)].map((value) =>
      askWith(probe, value, (fields) => probe.write(method, path, { fields })),
    ),
    askWith(probe, path, (fields) => probe.write(method, '/nothing', { token, fields })),
    askWith(probe, '/law', (fields) => probe.write(method, `/law${path}`, { token, fields })),
  ])
}

const tokens = (token: Token | undefined): readonly string[] =>
  token === undefined ? [] : [token.mark, `Bearer ${token.mark}`]

/** Half of them at a time: a service need not take in more lines. */
async function askWith(
  probe: Probe,
  value: string,
  toRequest: (fields: readonly Field[]) => SentRequest,
): Promise<void> {
  await Promise.all(
    halve(foreignFields).map((half) =>
      askTogether(probe, half, (names) => toRequest(names.map((name): Field => [name, value]))),
    ),
  )
}
