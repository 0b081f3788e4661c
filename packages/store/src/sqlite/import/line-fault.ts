/** Reading the members of one line of a file. */
import { StoreError } from '../../store-error.ts'

/** A line that says something it must not. */
export function lineFault(reason: string): StoreError {
  return new StoreError('invalid', reason)
}

/** The members of a line. Throws unless it is an object that has no others than `expected`. */
export function readMembers(value: unknown, expected: readonly string[]): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw lineFault(`The record must be an object with ${expected.join(', ')}.`)
  }
  const members = new Map<string, unknown>(Object.entries(value))
  for (const member of members.keys()) {
    if (expected.includes(member)) continue
    throw lineFault(`Unknown member ${JSON.stringify(member)}; expected ${expected.join(', ')}.`)
  }
  return members
}

/** A text that may be missing. `fault` says what is wrong with one, if anything. */
export function readOptionalText(
  members: ReadonlyMap<string, unknown>,
  member: string,
  fault: (text: string) => string | undefined,
): string | undefined {
  if (!members.has(member)) return undefined
  return checkText(members.get(member), member, fault)
}

/** A text that must be there. */
export function readText(
  members: ReadonlyMap<string, unknown>,
  member: string,
  fault: (text: string) => string | undefined,
): string {
  const text = readOptionalText(members, member, fault)
  if (text === undefined) throw lineFault(`The ${member} is missing.`)
  return text
}

/** A member that must be a text without a fault. */
export function checkText(value: unknown, what: string, fault: (text: string) => string | undefined): string {
  if (typeof value !== 'string')
    throw lineFault(`The ${what} must be a text; leave it out where there is none.`)
  const reason = fault(value)
  if (reason !== undefined) throw lineFault(`The ${what} ${reason}.`)
  return value
}
