/** Compares a database with the tables that the migrations make, whatever the engine. */
import type { Finding } from '../store.ts'

/** What is there by its name, such as `index plant_by_name on plant`, and how it was made. */
export type Schema = ReadonlyMap<string, string>

/** Faults (`schema`): what is missing or differs. Then one `note` on what is not ours, since it may act on what we write. */
export function compareSchemas(found: Schema, expected: Schema): readonly Finding[] {
  const faults = [...expected.keys()].flatMap((name) => findFault(name, found, expected))
  const foreign = [...found.keys()].filter((name) => !expected.has(name))
  if (foreign.length === 0) return faults
  const detail = `not of Plant Store, and may change or refuse what is written: ${foreign.join(', ')}`
  return [...faults, { what: 'note', detail }]
}

/** Whether something is wrong, and not only noted. */
export function isProblem({ what }: Finding): boolean {
  return what !== 'note'
}

function findFault(name: string, found: Schema, expected: Schema): readonly Finding[] {
  const [is, due] = [found.get(name), expected.get(name)]
  if (is === due) return []
  if (is === undefined)
    return [{ what: 'schema', detail: `${name} is missing from what the migrations make` }]
  // The text of a whole table would not help.
  const isShort = due !== undefined && !`${is}${due}`.includes('\n')
  const how = isShort ? `: it is "${is}", not "${due}"` : ''
  return [{ what: 'schema', detail: `${name} differs from what the migrations make${how}` }]
}
