/** What clients and what stands between send of its own accord: no content depends on it. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Field } from '../exchange.ts'

const text = readFileSync(new URL('client-fields.yaml', import.meta.url), 'utf8')
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file has nothing else
const byName = Object.entries(parse(text) as Readonly<Record<string, readonly string[]>>)
const rounds = Math.max(...byName.map(([, values]) => values.length))

/** Every value is in one of these sets, each of which has every field: those with fewer values begin again. */
export const everyForm: readonly (readonly Field[])[] = Array.from({ length: rounds }, (_, round) =>
  byName.map(([name, values]): Field => [name, values[round % values.length] ?? '']),
)
