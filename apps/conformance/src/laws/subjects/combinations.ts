/** Requests put together at random from all that can be right or wrong about one: no fault hides behind another. */
import * as fc from 'fast-check'
import type { Field, SentRequest } from '../../exchange.ts'
import { runsFor } from '../budget.ts'
import { anyParameter, anySpelling } from '../generate/numbers.ts'
import { forAll } from '../for-all.ts'
import type { Law } from '../law.ts'
import { integerParameters } from '../oracle/operation.ts'
import { wishes } from '../vectors/wishes.ts'
import type { Probe } from '../probe.ts'

export const combinations: Law = {
  name: 'combinations',
  run: async (probe) => {
    await forAll(probe, anyRequest(probe), (request) => request, runsFor(probe.subject.budget, 5))
  },
}

function anyRequest(probe: Probe): fc.Arbitrary<SentRequest> {
  const { operations } = probe.knowledge
  const known = operations.map(({ path }) => path)
  const path = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom('/', '/nothing', ...known.map((one) => `${one}/`)),
  )
  const method = fc.oneof(
    { weight: 6, arbitrary: fc.constant('GET') },
    fc.constantFrom('HEAD', 'POST', 'DELETE', 'PATCH', 'TRACE', 'FOO'),
  )
  const query = fc.array(anyQueryPart(probe), { maxLength: 3 })
  const fields = fc.tuple(anyAuthorization(probe), fc.array(anyExtra, { maxLength: 2 }))
  return fc.tuple(method, path, query, fields).map(([word, target, parts, [authorization, extras]]) =>
    probe.write(word, parts.length === 0 ? target : `${target}?${parts.join('&')}`, {
      fields: [...authorization, ...extras.flat()],
    }),
  )
}

function anyQueryPart({ knowledge, parties }: Probe): fc.Arbitrary<string> {
  const names = knowledge.operations.flatMap((operation) =>
    integerParameters(operation).map(({ name }) => name),
  )
  const token = parties[0]?.token.mark ?? 'x'
  const numbers = names.map((name) =>
    fc.oneof(fc.nat(20).map(String), anySpelling).map((text) => `${name}=${text}`),
  )
  return fc.oneof(
    ...numbers,
    anyParameter,
    fc.constantFrom('access_token=x', `access_token=${token}`, 'Limit=1', ''),
  )
}

const line = (value: string): Field => ['Authorization', value]

function anyAuthorization({ parties, secrets }: Probe): fc.Arbitrary<readonly Field[]> {
  const good = parties.flatMap(({ token }) => [
    `Bearer ${token.mark}`,
    `Bearer ${token.mark}`,
    `bearer ${token.mark}`,
  ])
  const [first] = parties
  const near =
    first === undefined
      ? []
      : [
          `Basic ${first.token.mark}`,
          `Bearer ${first.token.mark}x`,
          `Bearer ${first.token.slice(0, first.token.length - 1)}`,
        ]
  const retired = secrets.refused.map(({ mark }) => `Bearer ${mark}`)
  const bad = fc.constantFrom('Bearer x', 'Basic eDp5', 'Bearer', ...near, ...retired)
  const one = good.length === 0 ? bad : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...good) }, bad)
  return fc.oneof(
    { weight: 8, arbitrary: one.map((value) => [line(value)]) },
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(one, one).map((values) => values.map((value) => line(value))) },
  )
}

const anyExtra: fc.Arbitrary<readonly Field[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...wishes) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Field[][]>(
      [['X-Request-Id', 'law-1']],
      [['If-None-Match', '"x"']],
      [['If-None-Match', '*']],
    ),
  },
)
