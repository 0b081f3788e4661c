/** Finds users and groups by name. */
import { noSuchGroup, noSuchUser } from './refusals.ts'
import type { Subject } from '../store.ts'
import { normalizeName } from '../text-rules.ts'
import { usersSql } from './users-sql.ts'
import type { Query, Reading, SubjectKind } from './sql.ts'

/** A user or group that exists. */
export interface SubjectId {
  readonly kind: SubjectKind
  readonly id: number
}

/** The id of the user with this name, in any Unicode form. */
export function findUser(reading: Reading, name: string): Promise<number | undefined> {
  return find(reading, usersSql.userId, name)
}

/** The id of the group with this name, in any Unicode form. */
export function findGroup(reading: Reading, name: string): Promise<number | undefined> {
  return find(reading, usersSql.groupId, name)
}

async function find(reading: Reading, sql: Query<[id: number]>, name: string): Promise<number | undefined> {
  // No name contains it, and no text in PostgreSQL can.
  return name.includes('\0') ? undefined : (await reading.row(sql, normalizeName(name)))?.[0]
}

/** The id of a user. Rejects with `not-found`. */
export async function requireUser(reading: Reading, name: string): Promise<number> {
  const id = await findUser(reading, name)
  if (id === undefined) throw noSuchUser(name)
  return id
}

/** The id of a group. Rejects with `not-found`. */
export async function requireGroup(reading: Reading, name: string): Promise<number> {
  const id = await findGroup(reading, name)
  if (id === undefined) throw noSuchGroup(name)
  return id
}

/** The kind and id of a subject. Rejects with `not-found`. */
export async function requireSubject(reading: Reading, subject: Subject): Promise<SubjectId> {
  return 'user' in subject
    ? { kind: 'user', id: await requireUser(reading, subject.user) }
    : { kind: 'group', id: await requireGroup(reading, subject.group) }
}
