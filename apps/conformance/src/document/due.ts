/** What a schema asks for, in words. */
import type { ErrorObject } from 'ajv/dist/2020.js'

type Params = Readonly<Record<string, unknown>>

/** What the broken keyword asks for, such as `a number of at least 1`. */
export function dueOf({ keyword, params, message = 'what the schema says' }: ErrorObject): string {
  const parameters: Params = params
  return sentences[keyword]?.(parameters) ?? message.replace(/^must (?:be )?/, '')
}

const count =
  (bound: 'at least' | 'at most', what: string) =>
  ({ limit }: Params): string =>
    `${bound} ${String(limit)} ${what}${limit === 1 ? '' : 's'}`

const sentences: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) =>
    [type]
      .flat()
      .map((one) => types[String(one)] ?? String(one))
      .join(' or '),
  enum: ({ allowedValues }) => `one of ${list(allowedValues)}`,
  const: ({ allowedValue }) => JSON.stringify(allowedValue),
  required: ({ missingProperty }) => `a member ${JSON.stringify(missingProperty)}`,
  dependentRequired: ({ missingProperty, property }) =>
    `a member ${JSON.stringify(missingProperty)} beside ${JSON.stringify(property)}`,
  additionalProperties: () => 'no such member',
  unevaluatedProperties: () => 'no such member',
  'false schema': () => 'nothing here',
  minimum: ({ limit }) => `a number of at least ${String(limit)}`,
  maximum: ({ limit }) => `a number of at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `a number above ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `a number below ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `a multiple of ${String(multipleOf)}`,
  minLength: count('at least', 'character'),
  maxLength: count('at most', 'character'),
  minItems: count('at least', 'item'),
  maxItems: count('at most', 'item'),
  minProperties: count('at least', 'member'),
  maxProperties: count('at most', 'member'),
  pattern: ({ pattern }) => `text that matches ${String(pattern)}`,
  format: ({ format }) => `text or a number of the format ${String(format)}`,
  uniqueItems: () => 'no item twice',
  contains: () => 'an item as `contains` describes it',
  anyOf: () => 'what one of the alternatives describes',
  oneOf: () => 'what exactly one of the alternatives describes',
  not: () => 'anything but what `not` describes',
}

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
}

function list(values: unknown): string {
  const all: readonly unknown[] = Array.isArray(values) ? values : []
  const shown = all.slice(0, 10).map((value) => JSON.stringify(value))
  return [...shown, ...(all.length > shown.length ? ['…'] : [])].join(', ')
}
