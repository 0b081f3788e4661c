/** JSON as data: what a document is once it has been read. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [member: string]: Json
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object; none of anything else. */
export const membersOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

/** The items of an array; none of anything else. */
export const itemsOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : []

/** Those items of an array that are texts. */
export const textsIn = (value: Json | undefined): readonly string[] =>
  itemsOf(value).filter((item) => typeof item === 'string')

/** The value as JSON, or `absent`, for messages. */
export const show = (value: Json | undefined): string =>
  value === undefined ? 'absent' : JSON.stringify(value)

/** A JSON Pointer (RFC 6901) from its steps. */
export const toPointer = (steps: readonly string[]): string =>
  steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The steps of a JSON Pointer. */
export const toSteps = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** A text as it is; anything else as messages show it. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : show(value))
