/** What is refused is refused in every context: with a limit, by HEAD, for a browser, under HTTP/1.0, behind a good one. */
import type { Field, SentRequest } from '../../exchange.ts'
import type { Law } from '../law.ts'
import { integerParameters, type Operation } from '../oracle/operation.ts'
import type { Probe } from '../probe.ts'
import { toText, withFields } from '../request.ts'
import { askInTurn } from '../series.ts'
import { wishes } from '../vectors/wishes.ts'
import { readable } from './access.ts'

export const contexts: Law = {
  name: 'refusals in context',
  run: async (probe) => {
    await Promise.all(readable(probe).map((operation) => tryContexts(probe, operation)))
  },
}

async function tryContexts(probe: Probe, operation: Operation): Promise<void> {
  const bad = [...withBadCredentials(probe, operation), ...withBadNumbers(probe, operation)]
  const good = rightRequests(probe, operation).map((request) => probe.brief(request))
  const beside = [...wishes, ...conditionsOf(probe, operation)]
  // In a hurry each meets a few of them, and all of them meet somebody.
  const share = probe.subject.budget === 'quick' ? 9 : 1
  await probe.askAll(
    bad.flatMap((request, index) =>
      inContexts(
        request,
        beside.filter((_, place) => index === 0 || (index + place) % share === 0),
      ),
    ),
  )
  await Promise.all([
    ...[...bad, ...good].map((request) => askAsVersion10(probe, request)),
    ...good.map((right) => askInTurn(probe, between(bad, right).slice(0, probe.messenger.pace.length(1000)))),
  ])
}

const between = (wrong: readonly SentRequest[], right: SentRequest): readonly SentRequest[] =>
  wrong.flatMap((request) => [right, request])

function inContexts(request: SentRequest, beside: readonly (readonly Field[])[]): readonly SentRequest[] {
  return [
    { ...request, method: 'HEAD' },
    { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}x=1` },
    ...beside.map((fields) => withFields(request, fields)),
  ]
}

/** One of each kind; those that were good once, all; and with every way to ask. */
function withBadCredentials(
  { parties, secrets, write }: Probe,
  operation: Operation,
): readonly SentRequest[] {
  const near = parties
    .slice(0, 1)
    .flatMap(({ token }) => [
      `Basic ${token.mark}`,
      `Bearer ${token.mark}x`,
      `Bearer ${token.slice(0, token.length - 1)}`,
    ])
  const retired = secrets.refused.slice(0, 6).map(({ mark }) => `Bearer ${mark}`)
  const lines = ['Bearer x', ...near, ...retired].map((value): readonly Field[] => [['Authorization', value]])
  const queries = ['', ...integerParameters(operation).flatMap(({ name }) => [`?${name}=0`, `?${name}=1`])]
  return [[], ...lines].flatMap((fields) =>
    queries.map((query) => write('GET', operation.path + query, { fields })),
  )
}

function withBadNumbers({ parties, write }: Probe, operation: Operation): readonly SentRequest[] {
  const queries = integerParameters(operation).flatMap(({ name, maximum }) =>
    ['x', '-1', '05', '1.0', '', String(maximum + 1), `1&${name}=1`].map((text) => `${name}=${text}`),
  )
  return parties
    .slice(0, 3)
    .flatMap(({ token }) =>
      queries.map((query) => write('GET', `${operation.path}?${query}`, { token: token.mark })),
    )
}

/** With the tags of lists that there are, and with any tag. */
function conditionsOf({ parties, knowledge }: Probe, { path }: Operation): readonly (readonly Field[])[] {
  const tags = parties.slice(0, 2).map(({ index }) => knowledge.tagOf(index, path))
  return ['*', ...tags.filter((tag) => tag !== undefined)].map((tag): readonly Field[] => [
    ['If-None-Match', tag],
  ])
}

/** The whole list, and a part of it. */
function rightRequests({ parties, write }: Probe, operation: Operation): readonly SentRequest[] {
  const queries = ['', ...integerParameters(operation).map(({ name }) => `?${name}=2`)]
  return parties
    .slice(0, 2)
    .flatMap(({ token }) =>
      queries.map((query) => write('GET', operation.path + query, { token: token.mark })),
    )
}

/** The version changes the framing of an answer, and nothing else. */
async function askAsVersion10(probe: Probe, request: SentRequest): Promise<void> {
  const octets = toText(request).replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n')
  await probe.ask({ ...request, octets })
}
