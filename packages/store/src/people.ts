/** Users, groups, and who is a member of which. */
import { changeAccess } from './access.ts'
import type { Engine, Query } from './engine.ts'
import { batchSize, inBatches } from './keyset.ts'
import { promised } from './promised.ts'
import { accessSql } from './sql/access-sql.ts'
import { peopleSql, type UserRow } from './sql/people-sql.ts'
import { StoreError } from './store-error.ts'
import type { Administration, Group, User } from './store.ts'
import { requireGroup, requireUser } from './subjects.ts'
import { requireName } from './text-rules.ts'

type People = Pick<
  Administration,
  'addUser' | 'removeUser' | 'users' | 'addGroup' | 'removeGroup' | 'groups' | 'addMember' | 'removeMember'
>

/** The part of the operator's work that is about people. */
export function createPeople(engine: Engine, now: () => number): People {
  return {
    addUser: (name) => promised(() => addUser(engine, name, now())),
    removeUser: (name) => promised(() => removeUser(engine, name)),
    users: () => listUsers(engine),
    addGroup: (name) => promised(() => addGroup(engine, name, now())),
    removeGroup: (name) => promised(() => removeGroup(engine, name)),
    groups: () => listGroups(engine),
    addMember: (group, user) => promised(() => changeMembership(engine, group, user, true)),
    removeMember: (group, user) => promised(() => changeMembership(engine, group, user, false)),
  }
}

function addUser(engine: Engine, name: string, createdAt: number): User {
  requireName('user', name)
  return engine.transaction(() => {
    requireFree(engine, 'user', peopleSql.userId, name)
    return { id: insertUser(engine, name, createdAt), name, groups: [], createdAt: new Date(createdAt) }
  })
}

function addGroup(engine: Engine, name: string, createdAt: number): Group {
  requireName('group', name)
  return engine.transaction(() => {
    requireFree(engine, 'group', peopleSql.groupId, name)
    const id = insertGroup(engine, name, createdAt)
    return { id, name, members: 0, createdAt: new Date(createdAt) }
  })
}

function requireFree(engine: Engine, what: string, sql: Query<[number]>, name: string): void {
  if (engine.row(sql, name) === undefined) return
  throw new StoreError('conflict', `There is a ${what} named ${JSON.stringify(name)} already.`)
}

/** Inside a transaction, with a name that is free. The id of the new user. */
export function insertUser(engine: Engine, name: string, createdAt: number): number {
  return insert(engine, peopleSql.addUser, name, createdAt)
}

/** Inside a transaction, with a name that is free. The id of the new group. */
export function insertGroup(engine: Engine, name: string, createdAt: number): number {
  return insert(engine, peopleSql.addGroup, name, createdAt)
}

function insert(engine: Engine, sql: Query<[number]>, name: string, createdAt: number): number {
  const row = engine.row(sql, name, createdAt)
  if (row === undefined) throw new Error('an insert returned no id')
  return row[0]
}

function removeUser(engine: Engine, name: string): void {
  engine.transaction(() => {
    const id = requireUser(engine, name)
    engine.run(accessSql.hideUser, id)
    engine.run(peopleSql.removeUser, id)
  })
}

function removeGroup(engine: Engine, name: string): void {
  changeAccess(engine, () => {
    const id = requireGroup(engine, name)
    engine.run(accessSql.touchMembers, id)
    engine.run(accessSql.selectGrantedToGroup, id)
    engine.run(peopleSql.removeGroup, id)
    engine.run(accessSql.hide)
  })
}

function changeMembership(engine: Engine, group: string, user: string, member: boolean): boolean {
  return changeAccess(engine, () => {
    const groupId = requireGroup(engine, group)
    return setMembership(engine, groupId, requireUser(engine, user), member)
  })
}

/** Inside `changeAccess`. Says whether anything changed. */
export function setMembership(engine: Engine, groupId: number, userId: number, member: boolean): boolean {
  const changed = engine.run(member ? peopleSql.addMember : peopleSql.removeMember, groupId, userId) === 1
  if (!changed) return false
  engine.run(accessSql.touchUser, userId)
  engine.run(accessSql.selectGrantedToGroup, groupId)
  engine.run(member ? accessSql.show : accessSql.hide)
  return true
}

async function* listUsers(engine: Engine): AsyncGenerator<User> {
  yield* inBatches<User>((last) => collectUsers(engine.rows(peopleSql.users, last?.id ?? 0, batchSize)))
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

async function* listGroups(engine: Engine): AsyncGenerator<Group> {
  yield* inBatches<Group>((last) =>
    engine
      .rows(peopleSql.groups, last?.id ?? 0, batchSize)
      .map(([id, name, createdAt, members]) => ({ id, name, members, createdAt: new Date(createdAt) })),
  )
}
