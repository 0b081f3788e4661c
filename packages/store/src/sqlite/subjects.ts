/** Finds users and groups by name. */
import type { Query, Reading } from './connection.ts'
import { peopleSql } from './people-sql.ts'
import { noSuchGroup, noSuchUser } from '../refusals.ts'
import type { Subject } from '../store.ts'
import { spellingsOf } from '../text-rules.ts'

/** A user or group that exists. */
export interface SubjectId {
  readonly kind: 'user' | 'group'
  readonly id: number
}

/** The id of the user with this name, in any Unicode form. */
export function findUser(connection: Reading, name: string): number | undefined {
  return find(connection, peopleSql.userId, name)
}

/** The id of the group with this name, in any Unicode form. */
export function findGroup(connection: Reading, name: string): number | undefined {
  return find(connection, peopleSql.groupId, name)
}

function find(connection: Reading, sql: Query<[id: number]>, name: string): number | undefined {
  for (const spelling of spellingsOf(name)) {
    const row = connection.row(sql, spelling)
    if (row !== undefined) return row[0]
  }
  return undefined
}

/** The id of a user. Throws `not-found`. */
export function requireUser(connection: Reading, name: string): number {
  const id = findUser(connection, name)
  if (id !== undefined) return id
  throw noSuchUser(name)
}

/** The id of a group. Throws `not-found`. */
export function requireGroup(connection: Reading, name: string): number {
  const id = findGroup(connection, name)
  if (id !== undefined) return id
  throw noSuchGroup(name)
}

/** The kind and id of a subject. Throws `not-found`. */
export function requireSubject(connection: Reading, subject: Subject): SubjectId {
  return 'user' in subject
    ? { kind: 'user', id: requireUser(connection, subject.user) }
    : { kind: 'group', id: requireGroup(connection, subject.group) }
}
