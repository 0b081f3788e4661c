/** JSON as data: openapi.yaml once it is read, and a TypeBox schema once it is written. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [member: string]: Json
}

/** The value as it travels: symbols, functions and absent members are gone. */
export const toJson = (value: unknown): Json => {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- JSON.parse returns JSON
  const json: Json = JSON.parse(JSON.stringify(value))
  return json
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object; none of anything else. */
export const membersOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

/** The direct children, members or items, by step. Undefined for a leaf. */
export const childrenOf = (tree: Json): JsonObject | undefined => {
  if (Array.isArray(tree)) return Object.fromEntries(tree.map((item: Json, index) => [String(index), item]))
  return isObject(tree) ? tree : undefined
}

/** The tree with each child replaced by the result of the change: nothing, or one value. A leaf is unchanged. */
export const mapChildren = (tree: Json, change: (child: Json, step: string) => readonly Json[]): Json => {
  if (Array.isArray(tree)) return tree.flatMap((item: Json, index) => change(item, String(index)))
  if (!isObject(tree)) return tree
  const changed: Record<string, Json> = {}
  for (const [member, value] of Object.entries(tree)) {
    const [made] = change(value, member)
    if (made !== undefined) changed[member] = made
  }
  return changed
}

/** The value at the end of the steps, or undefined. */
export const valueAt = (tree: Json, ...steps: readonly string[]): Json | undefined => {
  let found: Json | undefined = tree
  for (const step of steps) found = found === undefined ? undefined : childrenOf(found)?.[step]
  return found
}

/** A text as it is, anything else as JSON. */
export const toText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent')

/** A JSON Pointer (RFC 6901) from its steps. */
export const toPointer = (steps: readonly string[]): string =>
  steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
