/** What a person gave and can't be used, and why the system did not do what it was asked for. */
import { getSystemErrorMessage } from 'node:util'

/** A command line, a document, a profile or another file that can't be used; the message is for a person. */
export class InputError extends Error {
  override readonly name: string = 'InputError'
}

/** In the system's own words, such as `no such file or directory`. */
export function causeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  if ('errno' in fault && typeof fault.errno === 'number') return getSystemErrorMessage(fault.errno)
  const cause: unknown = fault instanceof AggregateError ? fault.errors[0] : fault.cause
  return cause === undefined ? fault.message : causeOf(cause)
}

/** Why the file can't be read, as a sentence. */
export const explainFile = (file: string, fault: unknown): string =>
  `${file} can't be read: ${causeOf(fault)}.`
