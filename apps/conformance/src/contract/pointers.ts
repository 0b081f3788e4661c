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
  for (const step of pointer.split('/').slice(1)) {
    found = memberAt(found, step)
    const { value: ref } = memberAt(found, '$ref')
    if (typeof ref === 'string') found = resolve(document, pointerIn(ref))
  }
  return found
}

/** The member of this name, as a pointer has it, or the item. */
export function memberAt({ pointer, value }: Resolved, step: string): Resolved {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return { pointer: `${pointer}/${step}`, value: isThere ? Reflect.get(value, name) : undefined }
}

/** The pointer to a member of a member, and so on, by their names. */
export const pointerTo = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A pointer as a reference has it behind `#` (RFC 6901, 6). */
export const fragmentOf = (pointer: string): string => encodeURIComponent(pointer).replaceAll('%2F', '/')

/** The pointer of a reference, as it stands where its codes are wrong. */
export function pointerIn(ref: string): string {
  const fragment = ref.replace(/^#/, '')
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** The object at the pointer; an empty one if there is none. */
export function objectAt(document: unknown, pointer: string): Readonly<Record<string, unknown>> {
  const { value } = resolve(document, pointer)
  return isObject(value) ? value : {}
}

/** The members of the object, or the items of the list, at the pointer, each where it stands itself. */
export function partsAt(
  document: unknown,
  at: string,
): readonly { name: string; pointer: string; own: Readonly<Record<string, unknown>> }[] {
  const { pointer: whole, value } = resolve(document, at)
  return Object.keys(typeof value === 'object' && value !== null ? value : {}).map((name) => {
    const { pointer } = resolve(document, whole + pointerTo(name))
    return { name, pointer, own: objectAt(document, pointer) }
  })
}

/** Whether it is an object, and no array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value) : []
