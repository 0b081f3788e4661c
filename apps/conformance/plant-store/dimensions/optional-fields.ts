/** Fields by which callers describe themselves or ask for extras; none of them makes a request right or wrong. */
import { headLength } from '@plant-store/raw-http'
import type { Field } from '../../src/exchange.ts'
import { listPlants } from '../contract.ts'
import { bounds } from '../../src/oracle/form.ts'
import {
  type Dimension,
  type Draft,
  fields,
  fieldsFor,
  together,
  tokenOf,
  usual,
  type Value,
  writeDraft,
} from './draft.ts'
import { clientFields, fieldSets } from './client-fields.ts'
import { everyForm } from '../../src/sessions/client-fields.ts'
import { fieldValues, foreignFields, registeredFields } from './header-fields.ts'
import type { Runner } from '../runner.ts'

const { path } = listPlants

export function optionalFields(runner: Runner): Dimension {
  return {
    name: 'optional fields',
    values: [
      usual,
      ...[...clientFields, ...elsewhere].map((some) => fields(...some)),
      ...fieldValues.flatMap((value) => foreign(() => value)),
      // Nor do these fields lead from other paths to this one.
      ...foreign(() => path).map((value) => at('/nothing', value)),
      ...foreign(() => '/elsewhere').map((value) => at(`/elsewhere${path}`, value)),
      ...[0, 1].flatMap((next) => foreign((draft) => tokenOf(runner, draft, next)?.mark ?? 'x')),
      ...[0, 1].flatMap((next) => foreign((draft) => `Bearer ${tokenOf(runner, draft, next)?.mark ?? 'x'}`)),
      ...[...everyForm, ...registeredFields, unknownFields].map((some) =>
        together(some, (few) => fields(...few)),
      ),
      ...long,
      longestHeader(runner),
      mostFields(runner),
    ],
  }
}

/** Unknown fields: their names are long, or contain each sign that a name may contain (RFC 9110, 5.6.2). */
const unknownFields: readonly Field[] = [
  ...Array.from("!#$%&'*+.^_`|~", (sign): Field => [`X-Unknown${sign}x`, 'x']),
  ...["'x", '~x', '1', 'x'].map((name): Field => [name, 'x']),
  [`X-Unknown-${'x'.repeat(300)}`, 'x'],
  ['X-Unknown', '\u00E9\u00FF'],
  ['X-Unknown', 'a\tb'],
]

/** Half of the foreign fields at a time: a service need not accept more lines. */
function foreign(valueFor: (draft: Draft) => string): readonly Value[] {
  const middle = foreignFields.length >> 1
  return [foreignFields.slice(0, middle), foreignFields.slice(middle)].map((half) =>
    together(half, (names) => fieldsFor((draft) => names.map((name): Field => [name, valueFor(draft)]))),
  )
}

/** The same value at another path. */
const at = (other: string, { apply, parts }: Value): Value => ({
  apply: (draft) => apply({ ...draft, path: other }),
  ...(parts !== undefined && { parts: () => parts().map((part) => at(other, part)) }),
})

/** A parameter counts in the query, and nowhere else. */
const elsewhere = fieldSets(`
  X-limit: 1 && X-Query-limit: 1 && X-Max-limit: 1
  limit: 1
  Cookie: limit=1
  Prefer: limit=1
  Range: items=0-0
  Referer: http://127.0.0.1${path}?limit=1`)

/** Fields of several KB, one of them longer than a service has to accept; and nearly as many fields as are allowed. */
const long: readonly Value[] = [
  ...['X-Unknown', 'User-Agent', 'Referer', 'Cookie', 'Accept-Language', 'X-Forwarded-For'].map((name) =>
    fields([name, 'A'.repeat(4000)]),
  ),
  fields(['Cookie', 'a=b; '.repeat(1000).slice(0, -2)]),
  fields(['X-Unknown', 'A'.repeat(14_000)]),
  fields(['X-Unknown', 'A'.repeat(40_000)]),
  fields(...unknownLines(90)),
]

/** Fills the header to the last byte that must be accepted. */
const longestHeader = (runner: Runner): Value =>
  fieldsFor((draft) => {
    const request = writeDraft(runner, fields(['X-Unknown', '']).apply(draft))
    const { fields: sent } = runner.secrets.revealIn(request)
    return [['X-Unknown', 'A'.repeat(Math.max(0, bounds.header - headLength(sent)))]]
  })

/** Fills the header to the last line that must be accepted. */
const mostFields = (runner: Runner): Value =>
  fieldsFor((draft) => unknownLines(Math.max(0, bounds.fields - writeDraft(runner, draft).fields.length)))

function unknownLines(length: number): readonly Field[] {
  return Array.from({ length }, (_, index): Field => [`X-Unknown-${index}`, 'x'])
}
