/** A line of a file of users: `{ "name": …, "groups": [ … ] }`, of which only the name is required. */
import { nameProblem, normalizeName } from '../text-rules.ts'
import { checkText, invalidLine, type LineFormat, readMembers, readText } from './read-members.ts'

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
