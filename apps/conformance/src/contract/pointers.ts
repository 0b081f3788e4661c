/** Values of an OpenAPI document by JSON pointer (RFC 6901); references are followed. */

/** What stands at a pointer, and where it stands itself. */
export interface Resolved {
  readonly pointer: string
  /** Undefined if there is nothing. */
  readonly value: unknown
}

/** The value at the pointer, or where the references lead that stand there or on the way. */
export function resolve(document: unknown, pointer: string): Resolved {
  let found: Resolved = { pointer: '', value: document }
  for (const step of pointer.split('/').slice(1)) found = follow(document, memberAt(found, step))
  return found
}

/** The member of this name, as a pointer has it, or the item. */
export function memberAt({ pointer, value }: Resolved, step: string): Resolved {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return { pointer: `${pointer}/${step}`, value: isThere ? Reflect.get(value, name) : undefined }
}

function follow(document: unknown, found: Resolved): Resolved {
  const { value: ref } = memberAt(found, '$ref')
  return typeof ref === 'string' ? resolve(document, ref.replace(/^#/, '')) : found
}

/** The pointer to a member of a member, and so on, by their names. */
export const pointerTo = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The object at the pointer; an empty one if there is none. */
export function objectAt(document: unknown, pointer: string): Readonly<Record<string, unknown>> {
  const { value } = resolve(document, pointer)
  return isObject(value) ? value : {}
}

/** Whether it is an object, and no array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value) : []

/** A value, and the path to it. */
export interface Located {
  readonly place: string
  readonly value: unknown
}

/** Sees a part of a schema with the values that it describes, and the members that it names, if it names any. */
type Visit = (part: string, values: readonly Located[], named: ReadonlySet<string> | undefined) => void

/** Visits the schema at the pointer and every part of it. */
export function visitParts(
  document: unknown,
  pointer: string,
  values: readonly Located[],
  visit: Visit,
  visited = new Set<string>(),
): void {
  const { pointer: part, value } = resolve(document, pointer)
  // Without a value, a schema that refers to itself would have no end.
  if (value === undefined || (visited.has(part) && values.length === 0)) return
  visited.add(part)
  const { items, properties } = Object.fromEntries(membersOf(value))
  const names = membersOf(properties).map(([name]) => name)
  visit(part, values, properties === undefined ? undefined : new Set(names))
  const inItems = values.flatMap(({ place, value: list }) =>
    Array.isArray(list) ? list.map((item: unknown, at) => ({ place: `${place}/${at}`, value: item })) : [],
  )
  if (items !== undefined) visitParts(document, `${part}/items`, inItems, visit, visited)
  for (const name of names) {
    const own = values.flatMap(({ place, value: whole }) =>
      membersOf(whole).flatMap(([other, member]) =>
        other === name ? [{ place: place + pointerTo(name), value: member }] : [],
      ),
    )
    visitParts(document, `${part}/properties${pointerTo(name)}`, own, visit, visited)
  }
}
