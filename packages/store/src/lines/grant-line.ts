/**
 * A line of a file of grants: `{ "user": … }` or `{ "group": … }`, and a selection of plants: `"all": true`, or those
 * that match every given one of `key`, `name` and `tag`. With `"standing": true`, it selects all plants or those with a
 * tag, also those added later.
 */
import type { StandingPlants, Subject } from '../store.ts'
import { plantTextProblem, referenceProblem } from '../text-rules.ts'
import { invalidLine, type LineFormat, readMembers, readOptionalText } from './read-members.ts'

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
  if (user !== undefined && group === undefined) return { user }
  if (group !== undefined && user === undefined) return { group }
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
