/** JSON as data: openapi.yaml once it is read, and a TypeBox schema once it is written. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

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

const isObject = (value: Json | undefined): value is JsonObject =>
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

const lookUp = (document: Json, reference: string): Json | undefined => {
  const steps = reference.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps[0] === '#' ? valueAt(document, ...steps.slice(1)) : undefined
}

/** The tree with every `$ref` replaced by what it refers to; one that leads nowhere, or back, stays as it is. */
export const resolved = (document: Json, tree: Json = document, open: readonly string[] = []): Json => {
  const { $ref: reference, ...beside } = membersOf(tree)
  const inside = (part: Json) => mapChildren(part, (child) => [resolved(document, child, open)])
  if (typeof reference !== 'string' || open.includes(reference)) return inside(tree)
  const target = lookUp(document, reference)
  if (target === undefined) return tree
  const inPlace = resolved(document, target, [...open, reference])
  return isObject(inPlace) ? { ...inPlace, ...membersOf(inside(beside)) } : inPlace
}

export const documentText = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8')
export const document = toJson(parse(documentText))
