/** Header fields, of requests and answers alike. */
import type { RawResponse, Field } from './exchange.ts'

/** Every value of a field, in order; none where it was not sent. The case of the name does not matter. */
export function valuesOf(message: { readonly fields: readonly Field[] }, name: string): readonly string[] {
  const wanted = name.toLowerCase()
  const values: string[] = []
  for (const [given, value] of message.fields) {
    // Most names have another length, and need not be put into lower case.
    if (given.length === wanted.length && given.toLowerCase() === wanted) values.push(value)
  }
  return values
}

/** Whether another response to the same request follows this one (RFC 9110, 15.2). */
export const isInterim = ({ status }: Pick<RawResponse, 'status'>): boolean => status >= 100 && status < 200

/** Whether the sender closes the connection after this response (RFC 9112, 9.3). */
export function closesConnection(response: Pick<RawResponse, 'version' | 'fields'>): boolean {
  const lines = valuesOf(response, 'connection')
  const options = new Set(lines.flatMap((line) => line.toLowerCase().split(/[ \t]*,[ \t]*/)))
  return options.has('close') || (response.version === '1.0' && !options.has('keep-alive'))
}

/** The number of bytes of all header lines, with the separators and line ends. */
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
