/** Finds the users and groups that are named. */
import type { Reading } from './connection.ts'
import { peopleSql } from './people-sql.ts'
import { StoreError } from '../store-error.ts'
import type { Subject } from '../store.ts'

/** A user or group that exists. */
export interface SubjectId {
  readonly kind: 'user' | 'group'
  readonly id: number
}

/** The id of a user. Throws `not-found`. */
export function requireUser(connection: Reading, name: string): number {
  const row = connection.row(peopleSql.userId, name)
  if (row !== undefined) return row[0]
  throw new StoreError('not-found', `There is no user named ${JSON.stringify(name)}.`)
}

/** The id of a group. Throws `not-found`. */
export function requireGroup(connection: Reading, name: string): number {
  const row = connection.row(peopleSql.groupId, name)
  if (row !== undefined) return row[0]
  throw new StoreError('not-found', `There is no group named ${JSON.stringify(name)}.`)
}

/** The kind and id of a subject. Throws `not-found`. */
export function requireSubject(connection: Reading, subject: Subject): SubjectId {
  return 'user' in subject
    ? { kind: 'user', id: requireUser(connection, subject.user) }
    : { kind: 'group', id: requireGroup(connection, subject.group) }
}
