/**
 * The lines of files, whatever the format: of plants `{ "name": …, "tag": …, "key": … }` and of users
 * `{ "name": …, "groups": [ … ] }`, of which only the name is required; of grants `{ "user": … }` or `{ "group": … }`,
 * and a selection of plants: `"all": true`, or those that match every given one of `key`, `name` and `tag`. With
 * `"standing": true`, it selects all plants or those with a tag, also those added later.
 */
import { memberNames, plantMembers } from '../plant-members.ts'
import type { StandingPlants, Subject } from '../store.ts'
import { nameProblem, normalizeName, plantTextProblem, referenceProblem } from '../text-rules.ts'
import { StoreError } from '../store-error.ts'

export const grantLine: LineFormat = {
  members: ['user', 'group', 'key', 'name', 'tag', 'all', 'standing'],
  requires: [
    ['user', 'group'],
    ['key', 'name', 'tag', 'all'],
  ],
}

export type GrantLine =
  | { readonly subject: Subject; readonly plants: LineSelection }
  | { readonly subject: Subject; readonly standing: StandingPlants }

/** Throws `invalid` for a line that is not a grant. */
export function readGrantLine(value: unknown): GrantLine {
  const members = readMembers(value, grantLine)
  const subject = readSubject(members)
  const plants = readSelection(members)
  return isStanding(members) ? { subject, standing: requireStanding(plants) } : { subject, plants }
}

function isStanding(members: ReadonlyMap<string, unknown>): boolean {
  if (!members.has('standing')) return false
  if (members.get('standing') === true) return true
  throw invalidLine(
    '"standing" must be true; leave it out if the grant is only for the plants that exist now.',
  )
}

function readSubject(members: ReadonlyMap<string, unknown>): Subject {
  const user = readOptionalText(members, 'user', referenceProblem)
  const group = readOptionalText(members, 'group', referenceProblem)
  if (user !== undefined && group === undefined) return { user: normalizeName(user) }
  if (group !== undefined && user === undefined) return { group: normalizeName(group) }
  throw invalidLine('Name either a user or a group.')
}

/** The plants that a line may select: at most one value of each kind. */
type LineSelection =
  | { readonly all: true }
  | { readonly key?: string; readonly name?: string; readonly tag?: string }

function requireStanding(plants: LineSelection): StandingPlants {
  if ('all' in plants) return plants
  const { key, name, tag } = plants
  if (tag !== undefined && key === undefined && name === undefined) return { tag }
  throw invalidLine('A standing grant is of a tag or of all plants: leave key and name out.')
}

function readSelection(members: ReadonlyMap<string, unknown>): LineSelection {
  const key = readOptionalText(members, 'key', referenceProblem)
  const name = readOptionalText(members, 'name', plantTextProblem)
  const tag = readOptionalText(members, 'tag', plantTextProblem)
  const selection = {
    ...(key !== undefined && { key }),
    ...(name !== undefined && { name }),
    ...(tag !== undefined && { tag }),
  }
  const isEmpty = Object.keys(selection).length === 0
  if (!members.has('all') && !isEmpty) return selection
  if (members.get('all') === true && isEmpty) return { all: true }
  throw invalidLine('Say which plants: by key, name or tag, or all of them with true.')
}

export const plantLine: LineFormat = { members: [...memberNames, 'key'], requires: [['name']] }

interface PlantLine {
  readonly key: string | null
  /** In the order of the columns; null: the plant lacks it. */
  readonly members: readonly (string | null)[]
}

/** Throws `invalid` for a line that is not a plant. */
export function readPlantLine(value: unknown): PlantLine {
  const members = readMembers(value, plantLine)
  const values = memberNames.map((name) =>
    plantMembers[name].isOptional
      ? (readOptionalText(members, name, plantTextProblem) ?? null)
      : readText(members, name, plantTextProblem),
  )
  return { key: readOptionalText(members, 'key', nameProblem) ?? null, members: values }
}

export const userLine: LineFormat = { members: ['name', 'groups'], requires: [['name']] }

export interface UserLine {
  readonly name: string
  readonly groups: readonly string[]
}

/** Throws `invalid` for a line that is not a user. */
export function readUserLine(value: unknown): UserLine {
  const members = readMembers(value, userLine)
  const groups = members.get('groups') ?? []
  if (!Array.isArray(groups)) throw invalidLine('The groups must be a list of names.')
  return {
    name: normalizeName(readText(members, 'name', nameProblem)),
    groups: groups.map((group) => normalizeName(checkText(group, 'group', nameProblem))),
  }
}

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
function readMembers(value: unknown, { members: expected }: LineFormat): ReadonlyMap<string, unknown> {
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
function readOptionalText(
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
function checkText(value: unknown, what: string, problemOf: (text: string) => string | undefined): string {
  if (typeof value !== 'string') throw invalidLine(`The ${what} must be a text.`)
  const reason = problemOf(value)
  if (reason !== undefined) throw invalidLine(`The ${what} ${reason}.`)
  return value
}
