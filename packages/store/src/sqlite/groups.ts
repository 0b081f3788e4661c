/** Groups, and who is a member of which. */
import { addAccess, changeAccess, removeAccess, selectGrantedToGroup } from './access.ts'
import { accessSql } from './access-sql.ts'
import type { Change } from './change.ts'
import type { Connection, Reading } from './connection.ts'
import { batchSize, readBatches } from '../read-batches.ts'
import { insertNamed } from './named-rows.ts'
import { peopleSql } from './people-sql.ts'
import { requireFree } from '../refusals.ts'
import { toGroup, toMember } from '../rows/people-rows.ts'
import { standingSql } from './standing-sql.ts'
import { toStandingPlants } from '../standing.ts'
import type { Administration, Group, GroupDetails, ListRange, RemovedGroup } from '../store.ts'
import { findGroup, requireGroup, requireUser } from './subjects.ts'
import { requireName } from '../text-rules.ts'

type Groups = Pick<
  Administration,
  'addGroup' | 'removeGroup' | 'renameGroup' | 'groups' | 'group' | 'addMember' | 'removeMember'
>

/** The operator's methods for groups. */
export function createGroups(connection: Reading, change: Change, now: () => number): Groups {
  return {
    addGroup: (name) => change('addGroup', [name], (tx) => addGroup(tx, name, now())),
    removeGroup: (name) => change('removeGroup', [name], (tx) => removeGroup(tx, name)),
    renameGroup: (name, to) => change('renameGroup', [name, to], (tx) => renameGroup(tx, name, to)),
    groups: (range) => listGroups(connection, range),
    group: (name) => Promise.try(() => describeGroup(connection, name)),
    addMember: (...who) => change('addMember', who, (tx) => changeMembership(tx, who, true)),
    removeMember: (...who) => change('removeMember', who, (tx) => changeMembership(tx, who, false)),
  }
}

function addGroup(tx: Connection, given: string, at: number): Group {
  const name = requireName('group', given)
  requireFree('group', name, findGroup(tx, name))
  return { id: insertGroup(tx, name, at), name, members: 0, createdAt: new Date(at) }
}

/** Inside a transaction, with a name that is free. Returns the id of the new group. */
export function insertGroup(tx: Connection, name: string, createdAt: number): number {
  return insertNamed(tx, peopleSql.addGroup, name, createdAt)
}

function removeGroup(tx: Connection, name: string): RemovedGroup {
  return changeAccess(tx, () => {
    const id = requireGroup(tx, name)
    const [grants, members] = tx.row(peopleSql.ofGroup, id) ?? [0, 0]
    tx.run(accessSql.affectMembers, id)
    selectGrantedToGroup(tx, id)
    tx.run(peopleSql.removeGroup, id)
    removeAccess(tx)
    return { grants, members }
  })
}

function renameGroup(tx: Connection, from: string, to: string): void {
  const id = requireGroup(tx, from)
  const name = requireName('group', to)
  requireFree('group', name, findGroup(tx, name))
  tx.run(peopleSql.renameGroup, id, name)
}

function changeMembership(tx: Connection, [group, user]: [string, string], member: boolean): boolean {
  return changeAccess(tx, () => setMembership(tx, requireGroup(tx, group), requireUser(tx, user), member))
}

/** Inside `changeAccess`. Returns whether anything changed. */
export function setMembership(tx: Connection, groupId: number, userId: number, member: boolean): boolean {
  const changed = tx.run(member ? peopleSql.addMember : peopleSql.removeMember, groupId, userId) === 1
  if (!changed) return false
  tx.run(accessSql.affectUser, userId)
  selectGrantedToGroup(tx, groupId)
  if (member) addAccess(tx)
  else removeAccess(tx)
  return true
}

async function* listGroups(connection: Reading, { after = 0, limit }: ListRange = {}): AsyncGenerator<Group> {
  yield* readBatches<Group>(
    (last, size) => connection.rows(peopleSql.groups, last?.id ?? after, size).map((row) => toGroup(row)),
    limit,
  )
}

/** Several separate queries: a concurrent change of the group may show in only some of them. */
function describeGroup(connection: Reading, name: string): GroupDetails {
  const id = requireGroup(connection, name)
  const users = connection.rows(peopleSql.members, id).map((row) => toMember(row))
  const [createdAt, grants] = connection.row(peopleSql.group, id) ?? [0, 0]
  const standing = connection
    .rows(standingSql.ofGroups, id, '', id, batchSize)
    .map(([, , tag]) => toStandingPlants(tag))
  return { id, name, members: users.length, createdAt: new Date(createdAt), users, grants, standing }
}
