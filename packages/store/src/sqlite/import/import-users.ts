/**
 * Imports users from a file. Users and groups that don't exist are added. Memberships are added, never removed:
 * importing a file again changes nothing.
 */
import type { Connection } from '../connection.ts'
import { bumpRevisions } from '../access.ts'
import { insertGroup, setMembership } from '../groups.ts'
import { insertUser } from '../people.ts'
import { importSql } from './import-sql.ts'
import { readUserLine, type UserLine, userLine } from '../../lines/user-line.ts'
import { findGroup, findUser } from '../subjects.ts'
import type { ImportKind } from './run-import.ts'
import { applyValues, stageValue } from './staged-values.ts'

/** New users and groups get `now` as their time of creation. */
export function userImport(now: () => number): ImportKind {
  return {
    format: userLine,
    workspace: importSql.valueWorkspace,
    stage: (connection, line, value) => stageValue(connection, line, readUserLine(value)),
    apply: (connection, report) =>
      applyValues(connection, report, (value) => applyUser(connection, readUserLine(value), now())),
  }
}

function applyUser(
  connection: Connection,
  { name, groups }: UserLine,
  now: number,
): 'added' | 'updated' | 'unchanged' {
  const known = findUser(connection, name)
  const userId = known ?? insertUser(connection, name, now)
  let joined = 0
  for (const group of groups) {
    const groupId = findGroup(connection, group) ?? insertGroup(connection, group, now)
    if (!setMembership(connection, groupId, userId, true)) continue
    bumpRevisions(connection)
    joined += 1
  }
  if (known === undefined) return 'added'
  return joined > 0 ? 'updated' : 'unchanged'
}
