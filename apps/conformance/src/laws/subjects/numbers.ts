/** The grammar of numbers in the query: one spelling for each number, and everything else refused. */
import * as fc from 'fast-check'
import { runsFor } from '../budget.ts'
import { anyParameter, anySpelling, nearParameter } from '../generate/numbers.ts'
import { forAll } from '../for-all.ts'
import type { Law } from '../law.ts'
import { type IntegerParameter, integerParameters, type Operation } from '../oracle/operation.ts'
import type { Party, Probe } from '../probe.ts'
import { otherNames, wrongSpellings } from '../vectors/numbers.ts'

export const numbers: Law = {
  name: 'numbers in the query',
  run: async (probe) => {
    const [first] = probe.parties
    if (first !== undefined) {
      await Promise.all(
        probe.knowledge.operations.flatMap((operation) =>
          integerParameters(operation).map((parameter) => tryParameter(probe, first, operation, parameter)),
        ),
      )
    }
  },
}

async function tryParameter(
  probe: Probe,
  { token }: Party,
  { method, path }: Operation,
  { name, minimum, maximum }: IntegerParameter,
): Promise<void> {
  const send = (query: string) => probe.write(method, `${path}?${query}`, { token: token.mark })
  const bounds = [minimum, minimum + 1, maximum - 1, maximum, minimum - 1, maximum + 1]
  const twice = [
    `${name}=1&${name}=1`,
    `${name}=1&${name}=2`,
    `${name}=x&${name}=1`,
    `${name}=1&${name}=`,
    `${name}=1&x=1&%${hex(name)}=1`,
  ]
  const spelled = ['%31', '1%30', '%32%30'].map((text) => `${name}=${text}`)
  const queries = [
    ...bounds.map((value) => `${name}=${value}`),
    ...wrongSpellings.map((text) => `${name}=${text}`),
    name,
    ...twice,
    ...spelled,
    `%${hex(name)}=1`,
    ...otherNames.flatMap((other) => [other, `${other}&${name}=1`, `${name}=1&${other}`]),
  ]
  await probe.askBriefly(queries.map((query) => send(query)))
  const { budget } = probe.subject
  await forAll(probe, anySpelling, (text) => send(`${name}=${text}`), runsFor(budget, 4))
  const two = fc.tuple(anySpelling, anySpelling).map(([one, other]) => `${name}=${one}&${name}=${other}`)
  await forAll(probe, two, send, runsFor(budget, 0.3))
  const beside = fc.tuple(
    fc.array(fc.oneof(anyParameter, nearParameter(name)), { minLength: 1, maxLength: 3 }),
    fc.nat(20),
  )
  await forAll(
    probe,
    beside,
    ([others, value]) => send([...others, `${name}=${value}`].join('&')),
    runsFor(budget, 0.5),
  )
}

/** The name with its first letter as a percent code, without the percent sign. */
const hex = (name: string): string => `${(name.codePointAt(0) ?? 0).toString(16)}${name.slice(1)}`
