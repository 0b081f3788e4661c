/** Compares a database with the tables that the migrations make, whatever the engine. */
import type { Finding } from '../store.ts'

/** What is there by its name, such as `index plant_by_name on plant`, and how it was made. */
export type Schema = ReadonlyMap<string, string>

/**
 * Faults (`schema`): what is missing or differs. Then what is not ours: a `warning` if it may act on what we write, else
 * a `note`.
 */
export function compareSchemas(found: Schema, expected: Schema): readonly Finding[] {
  return [
    ...[...expected.keys()].flatMap((name) => findFault(name, found, expected)),
    ...[...found].flatMap(([name, definition]) =>
      expected.has(name) ? [] : [describeForeign(name, definition)],
    ),
  ]
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

function describeForeign(name: string, definition: string): Finding {
  const isIdle =
    /^(?:table|view) /.test(name) || (/^(?:index|column) /.test(name) && !/unique|not null/i.test(definition))
  return isIdle
    ? { what: 'note', detail: `not of Plant Store: ${name}` }
    : { what: 'warning', detail: `not of Plant Store: ${name}; it may change or refuse what is written` }
}
