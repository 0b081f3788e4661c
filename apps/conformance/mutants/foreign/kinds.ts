/** Kinds of values in the requests of the foreign services: their schemas, and what a parameter's text stands for. */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** An object of JSON. */
export type Members = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const oneOf = <Value extends string>(...values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: 'string', enum: values })
export const date = Type.String({ format: 'date' })

/** An object of these members and no others; where none is named, all are required. */
export const record = (members: Readonly<Record<string, TSchema>>, required = Object.keys(members)) =>
  Type.Unsafe<Members>({ type: 'object', properties: members, required, additionalProperties: false })

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))

export const isOf = <Kind extends TSchema>(kind: Kind, value: unknown): value is Static<Kind> =>
  ajv.validate(kind, value)

/** The members that are wrong or lacking, with `*` for one that there is not. */
export const wrongMembers = (kind: TSchema, value: Members): readonly string[] =>
  isOf(kind, value) ? [] : (ajv.errors ?? []).map((error) => memberIn(error))

const memberIn = ({ instancePath, params }: ErrorObject): string =>
  instancePath.split('/')[1] ?? String(params['missingProperty'] ?? '*')

const numbers: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i,
}

/** The value that a parameter's text stands for; undefined for none. The values of a list are between commas. */
export function readText({ type, items }: TSchema, text: string): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lists here have a kind of items
  if (type === 'array') return text.split(',').map((one) => readText(items as TSchema, one))
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  const number = numbers[String(type)]
  return number === undefined ? text : number.test(text) ? Number(text) : undefined
}

/** The time in milliseconds since 1970; a leap second is the second before it. */
export const timeOf = (written: string): number =>
  Date.parse(written.replace(' ', 'T').replace(':60', ':59').toUpperCase())
