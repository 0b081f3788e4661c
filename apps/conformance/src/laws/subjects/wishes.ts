/** What callers may wish for: there is one form of the answer, and no wish is a mistake. */
import type { Field } from '../../exchange.ts'
import { runsFor } from '../budget.ts'
import { anyField } from '../generate/fields.ts'
import { forAll } from '../for-all.ts'
import type { Law } from '../law.ts'
import { integerParameters, type Operation } from '../oracle/operation.ts'
import { strangeFields } from '../vectors/fields.ts'
import { wishes } from '../vectors/wishes.ts'
import { readable } from './access.ts'

export const wishesOfCallers: Law = {
  name: 'wishes',
  run: async (probe) => {
    const [party] = probe.parties
    if (party === undefined) {
      return
    }
    const token = party.token.mark
    for (const operation of readable(probe)) {
      const { path } = operation
      await probe.askBriefly(
        [...wishes, ...elsewhere(operation), ...strangeFields.map((field) => [field])].map((fields) =>
          probe.write('GET', path, { token, fields }),
        ),
      )
      const send = (field: Field) => probe.write('GET', path, { token, fields: [field] })
      await forAll(probe, anyField, send, runsFor(probe.subject.budget, 0.5))
    }
  },
}

/** A parameter counts in the query, and nowhere else. */
function elsewhere(operation: Operation): readonly (readonly Field[])[] {
  return integerParameters(operation).flatMap(({ name }): readonly (readonly Field[])[] => [
    [
      [`X-${name}`, '1'],
      [`X-Query-${name}`, '1'],
      [`X-Max-${name}`, '1'],
    ],
    [[name, '1']],
    [['Cookie', `${name}=1`]],
    [['Prefer', `${name}=1`]],
    [['Range', `items=0-0`]],
    [['Referer', `http://127.0.0.1${operation.path}?${name}=1`]],
  ])
}
