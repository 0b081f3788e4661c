/** Reads the members of one line of a file: a record, whatever the format of the file. */
import { StoreError } from '../store-error.ts'

/** The members that a kind of line has. */
export interface LineFormat {
  readonly members: readonly string[]
  /** At least one name of each group must be present. */
  readonly requires: readonly (readonly string[])[]
}

/** Why a CSV file with these columns can't hold lines of this kind; undefined if it can. */
export function columnsProblem(
  columns: readonly string[],
  { members, requires }: LineFormat,
): string | undefined {
  const unknown = columns
    .filter((column) => !members.includes(column))
    .map((column) => JSON.stringify(column))
  if (unknown.length > 0) {
    const advice =
      unknown.length === columns.length
        ? 'The first line must name the columns.'
        : `Leave it out with --ignore-column ${unknown[0]}.`
    return `Unknown column ${unknown.join(', ')}; expected ${members.join(', ')}. ${advice}`
  }
  const missing = requires.find((names) => !names.some((name) => columns.includes(name)))
  return missing && `There is no column ${missing.join(' or ')}.`
}

/** The error of a line that can't be imported. */
export function invalidLine(reason: string): StoreError {
  return new StoreError('invalid', reason)
}

/** The members of a line. Throws unless it is an object with no other members than its kind of line has. */
export function readMembers(value: unknown, { members: expected }: LineFormat): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidLine(`The record must be an object with ${expected.join(', ')}.`)
  }
  const members = new Map<string, unknown>(Object.entries(value))
  for (const member of members.keys()) {
    if (expected.includes(member)) continue
    throw invalidLine(`Unknown member ${JSON.stringify(member)}; expected ${expected.join(', ')}.`)
  }
  return members
}

/** An optional text. `problemOf` says what is wrong with a text, if anything. */
export function readOptionalText(
  members: ReadonlyMap<string, unknown>,
  member: string,
  problemOf: (text: string) => string | undefined,
): string | undefined {
  if (!members.has(member)) return undefined
  const value = members.get(member)
  if (typeof value === 'string') return checkText(value, member, problemOf)
  throw invalidLine(`The ${member} must be a text; leave it out where there is none.`)
}

/** A required text. */
export function readText(
  members: ReadonlyMap<string, unknown>,
  member: string,
  problemOf: (text: string) => string | undefined,
): string {
  if (!members.has(member)) throw invalidLine(`The ${member} is missing.`)
  return checkText(members.get(member), member, problemOf)
}

/** Throws unless the value is a text without problems. */
export function checkText(
  value: unknown,
  what: string,
  problemOf: (text: string) => string | undefined,
): string {
  if (typeof value !== 'string') throw invalidLine(`The ${what} must be a text.`)
  const reason = problemOf(value)
  if (reason !== undefined) throw invalidLine(`The ${what} ${reason}.`)
  return value
}
