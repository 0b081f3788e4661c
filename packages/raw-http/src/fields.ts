/** Header fields, of requests and answers alike. */
import type { Field } from './exchange.ts'
import { headerValues } from './raw-response.ts'

/** Every value of a field, in order; none where it was not sent. The case of the name does not matter. */
export const valuesOf = (message: { readonly fields: readonly Field[] }, name: string): readonly string[] =>
  headerValues({ headers: message.fields }, name)

/** The number of octets of all header lines, with the separators and line ends. */
export const headLength = (fields: readonly Field[]): number =>
  fields.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)

/** The one expectation that HTTP knows (RFC 9110, 10.1.1). */
export const isContinue = (expectation: string): boolean => /^100-continue$/i.test(expectation)

/** A value without the blanks around it (RFC 9110, 5.5). A pattern would take quadratic time over a thousand blanks. */
export function trimBlanks(value: string): string {
  let from = 0
  let to = value.length
  while (from < to && isBlank(value[from])) from += 1
  while (from < to && isBlank(value[to - 1])) to -= 1
  return value.slice(from, to)
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'
