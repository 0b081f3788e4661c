/** Users, groups, and who is a member of which. */
import { changeAccess } from './access.ts'
import type { Connection, Query } from './connection.ts'
import { batchSize, readBatches } from './keyset.ts'
import { accessSql } from './access-sql.ts'
import { peopleSql, type UserRow } from './people-sql.ts'
import { StoreError } from '../store-error.ts'
import type { Administration, Group, User } from '../store.ts'
import { findGroup, findUser, requireGroup, requireUser } from './subjects.ts'
import { requireName } from '../text-rules.ts'

type People = Pick<
  Administration,
  'addUser' | 'removeUser' | 'users' | 'addGroup' | 'removeGroup' | 'groups' | 'addMember' | 'removeMember'
>

/** The part of the operator's work that is about people. */
export function createPeople(connection: Connection, now: () => number): People {
  return {
    addUser: (name) => Promise.try(() => addUser(connection, name, now())),
    removeUser: (name) => Promise.try(() => removeUser(connection, name)),
    users: () => listUsers(connection),
    addGroup: (name) => Promise.try(() => addGroup(connection, name, now())),
    removeGroup: (name) => Promise.try(() => removeGroup(connection, name)),
    groups: () => listGroups(connection),
    addMember: (group, user) => Promise.try(() => changeMembership(connection, group, user, true)),
    removeMember: (group, user) => Promise.try(() => changeMembership(connection, group, user, false)),
  }
}

function addUser(connection: Connection, given: string, createdAt: number): User {
  const name = requireName('user', given)
  return connection.transaction(() => {
    requireFree('user', name, findUser(connection, name))
    return { id: insertUser(connection, name, createdAt), name, groups: [], createdAt: new Date(createdAt) }
  })
}

function addGroup(connection: Connection, given: string, createdAt: number): Group {
  const name = requireName('group', given)
  return connection.transaction(() => {
    requireFree('group', name, findGroup(connection, name))
    const id = insertGroup(connection, name, createdAt)
    return { id, name, members: 0, createdAt: new Date(createdAt) }
  })
}

function requireFree(what: string, name: string, id: number | undefined): void {
  if (id === undefined) return
  throw new StoreError('conflict', `There is a ${what} named ${JSON.stringify(name)} already.`)
}

/** Inside a transaction, with a name that is free. The id of the new user. */
export function insertUser(connection: Connection, name: string, createdAt: number): number {
  return insert(connection, peopleSql.addUser, name, createdAt)
}

/** Inside a transaction, with a name that is free. The id of the new group. */
export function insertGroup(connection: Connection, name: string, createdAt: number): number {
  return insert(connection, peopleSql.addGroup, name, createdAt)
}

function insert(connection: Connection, sql: Query<[number]>, name: string, createdAt: number): number {
  const row = connection.row(sql, name, createdAt)
  if (row === undefined) throw new Error('an insert returned no id')
  return row[0]
}

function removeUser(connection: Connection, name: string): void {
  connection.transaction(() => {
    const id = requireUser(connection, name)
    connection.run(accessSql.removeAccessOfUser, id)
    connection.run(peopleSql.removeUser, id)
  })
}

function removeGroup(connection: Connection, name: string): void {
  changeAccess(connection, () => {
    const id = requireGroup(connection, name)
    connection.run(accessSql.affectMembers, id)
    connection.run(accessSql.selectGrantedToGroup, id)
    connection.run(peopleSql.removeGroup, id)
    connection.run(accessSql.removeAccess)
  })
}

function changeMembership(connection: Connection, group: string, user: string, member: boolean): boolean {
  return changeAccess(connection, () => {
    const groupId = requireGroup(connection, group)
    return setMembership(connection, groupId, requireUser(connection, user), member)
  })
}

/** Inside `changeAccess`. Says whether anything changed. */
export function setMembership(
  connection: Connection,
  groupId: number,
  userId: number,
  member: boolean,
): boolean {
  const changed = connection.run(member ? peopleSql.addMember : peopleSql.removeMember, groupId, userId) === 1
  if (!changed) return false
  connection.run(accessSql.affectUser, userId)
  connection.run(accessSql.selectGrantedToGroup, groupId)
  connection.run(member ? accessSql.addAccess : accessSql.removeAccess)
  return true
}

async function* listUsers(connection: Connection): AsyncGenerator<User> {
  yield* readBatches<User>((last) => collectUsers(connection.rows(peopleSql.users, last?.id ?? 0, batchSize)))
}

/** A user's rows, one for each group, stand together. */
function collectUsers(rows: readonly UserRow[]): User[] {
  const users = new Map<number, User & { groups: string[] }>()
  for (const [id, name, createdAt, group] of rows) {
    const user = users.get(id) ?? { id, name, groups: [], createdAt: new Date(createdAt) }
    if (group !== null) user.groups.push(group)
    users.set(id, user)
  }
  return [...users.values()]
}

async function* listGroups(connection: Connection): AsyncGenerator<Group> {
  yield* readBatches<Group>((last) =>
    connection
      .rows(peopleSql.groups, last?.id ?? 0, batchSize)
      .map(([id, name, createdAt, members]) => ({ id, name, members, createdAt: new Date(createdAt) })),
  )
}
