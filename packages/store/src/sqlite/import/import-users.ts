/**
 * Users from a file: `{ "name": …, "groups": [ … ] }`, of which only the name must be there. Users and groups that
 * don't exist are added. Memberships are added, never removed: importing a file again changes nothing.
 */
import type { Connection } from '../connection.ts'
import { bumpRevisions } from '../access.ts'
import { insertGroup, insertUser, setMembership } from '../people.ts'
import { importSql } from './import-sql.ts'
import { peopleSql } from '../people-sql.ts'
import { nameFault } from '../../text-rules.ts'
import { checkText, lineFault, readMembers, readText } from './line-fault.ts'
import type { ImportKind } from './run-import.ts'
import { applyValues, stageValue } from './staged-values.ts'

interface UserLine {
  readonly name: string
  readonly groups: readonly string[]
}

/** Users and groups that are added get `now` as their time. */
export function userImport(now: () => number): ImportKind {
  return {
    workspace: importSql.valueWorkspace,
    stage: (connection, line, value) => stageValue(connection, line, readUser(value)),
    apply: (connection, report) =>
      applyValues(connection, report, (value) => applyUser(connection, readUser(value), now())),
  }
}

function readUser(value: unknown): UserLine {
  const members = readMembers(value, ['name', 'groups'])
  const groups = members.get('groups') ?? []
  if (!Array.isArray(groups)) throw lineFault('The groups must be a list of names.')
  return {
    name: readText(members, 'name', nameFault),
    groups: groups.map((group) => checkText(group, 'group', nameFault)),
  }
}

function applyUser(
  connection: Connection,
  { name, groups }: UserLine,
  now: number,
): 'added' | 'updated' | 'unchanged' {
  const known = connection.row(peopleSql.userId, name)
  const [userId] = known ?? [insertUser(connection, name, now)]
  let joined = 0
  for (const group of groups) {
    const [groupId] = connection.row(peopleSql.groupId, group) ?? [insertGroup(connection, group, now)]
    if (!setMembership(connection, groupId, userId, true)) continue
    bumpRevisions(connection)
    joined += 1
  }
  if (known === undefined) return 'added'
  return joined > 0 ? 'updated' : 'unchanged'
}
