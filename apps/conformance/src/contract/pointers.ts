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
