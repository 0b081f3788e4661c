/**
 * A line of a file of grants: `{ "user": … }` or `{ "group": … }`, with the plants that are meant: `"all": true`, or
 * those that match every given one of `key`, `name` and `tag`.
 */
import type { PlantSelection, Subject } from '../store.ts'
import { plantTextProblem, referenceProblem } from '../text-rules.ts'
import { invalidLine, type LineFormat, readMembers, readOptionalText } from './read-members.ts'

export const grantLine: LineFormat = {
  members: ['user', 'group', 'key', 'name', 'tag', 'all'],
  requires: [
    ['user', 'group'],
    ['key', 'name', 'tag', 'all'],
  ],
}

export interface GrantLine {
  readonly subject: Subject
  readonly plants: PlantSelection
}

/** Throws `invalid` for a line that is no grant. */
export function readGrantLine(value: unknown): GrantLine {
  const members = readMembers(value, grantLine)
  return { subject: readSubject(members), plants: readSelection(members) }
}

function readSubject(members: ReadonlyMap<string, unknown>): Subject {
  const user = readOptionalText(members, 'user', referenceProblem)
  const group = readOptionalText(members, 'group', referenceProblem)
  if (user !== undefined && group === undefined) return { user }
  if (group !== undefined && user === undefined) return { group }
  throw invalidLine('Name either a user or a group.')
}

function readSelection(members: ReadonlyMap<string, unknown>): PlantSelection {
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
