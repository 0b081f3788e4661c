/** Fields by which callers describe themselves or ask for extras; none of them makes a request right or wrong. */
import { headLength } from '@plant-store/raw-http'
import type { Field } from '../../exchange.ts'
import { type Operation } from '../../contract/operations.ts'
import { bounds } from '../../oracle/form.ts'
import {
  type Dimension,
  type Draft,
  fields,
  fieldsFor,
  type Setting,
  together,
  tokenOf,
  usual,
  type Value,
  writeDraft,
} from './draft.ts'
import { clientFields, everyForm, fieldSets } from '../../sessions/client-fields.ts'
import { fieldValues, foreignFields, registeredFields } from './header-fields.ts'

export function optionalFields(place: Setting): Dimension {
  const { operation } = place
  return {
    name: 'optional fields',
    values: [
      usual,
      ...[...clientFields, ...elsewhere(operation)].map((some) => fields(...some)),
      ...fieldValues.flatMap((value) => foreign(() => value)),
      // Nor do these fields lead from other paths to this one.
      ...foreign(() => operation.path).map((value) => at('/nothing', value)),
      ...foreign(() => '/elsewhere').map((value) => at(`/elsewhere${operation.path}`, value)),
      ...[0, 1].flatMap((next) => foreign((draft) => tokenOf(place, draft, next)?.mark ?? 'x')),
      ...[0, 1].flatMap((next) => foreign((draft) => `Bearer ${tokenOf(place, draft, next)?.mark ?? 'x'}`)),
      ...[...everyForm, ...registeredFields, unknownFields].map((some) =>
        together(some, (few) => fields(...few)),
      ),
      ...long,
      longestHeader(place),
      mostFields(place),
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
const at = (path: string, { apply, parts }: Value): Value => ({
  apply: (draft) => apply({ ...draft, path }),
  ...(parts !== undefined && { parts: () => parts().map((part) => at(path, part)) }),
})

/** A parameter counts in the query, and nowhere else. */
const elsewhere = (operation: Operation): readonly (readonly Field[])[] =>
  operation.integers.flatMap(({ name }) =>
    fieldSets(`
      X-${name}: 1 && X-Query-${name}: 1 && X-Max-${name}: 1
      ${name}: 1
      Cookie: ${name}=1
      Prefer: ${name}=1
      Range: items=0-0
      Referer: http://127.0.0.1${operation.path}?${name}=1`),
  )

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
const longestHeader = (place: Setting): Value =>
  fieldsFor((draft) => {
    const request = writeDraft(place, fields(['X-Unknown', '']).apply(draft))
    const { fields: sent } = place.runner.secrets.revealIn(request)
    return [['X-Unknown', 'A'.repeat(Math.max(0, bounds.header - headLength(sent)))]]
  })

/** Fills the header to the last line that must be accepted. */
const mostFields = (place: Setting): Value =>
  fieldsFor((draft) => unknownLines(Math.max(0, bounds.fields - writeDraft(place, draft).fields.length)))

function unknownLines(length: number): readonly Field[] {
  return Array.from({ length }, (_, index): Field => [`X-Unknown-${index}`, 'x'])
}
