/** Groups, and who is a member of which. */
import { batchSize, listById } from './read-batches.ts'
import { toGroup, toMember } from './rows.ts'
import { standingSql, toStandingPlants } from './standing.ts'
import type { Administration, GroupDetails } from '../store.ts'
import { addAccess, changeAccess, removeAccess } from './access.ts'
import { accessSql } from './access-sql.ts'
import { type Change, count, quote } from './change.ts'
import type { Reading } from './sql.ts'
import { addNamed, renameNamed, requireNamed, usersSql } from './subjects.ts'

type Groups = Pick<
  Administration,
  'addGroup' | 'removeGroup' | 'renameGroup' | 'groups' | 'group' | 'addMember' | 'removeMember'
>

/** The operator's methods for groups. */
export function createGroups(reading: Reading, change: Change, now: () => number): Groups {
  return {
    addGroup: (name) => addNamed(change, 'group', name, () => ({ members: 0, createdAt: new Date(now()) })),
    removeGroup: (group) =>
      change('groups remove', (tx) =>
        changeAccess(tx, async () => {
          const id = await requireNamed(tx, 'group', group)
          const [grants, members] = (await tx.row(usersSql.ofGroup, id)) ?? [0, 0]
          await tx.run(accessSql(tx).affectMembers, id)
          await tx.run(accessSql(tx).selectGrantedToGroup, id)
          await tx.run(usersSql.remove.group, id)
          await removeAccess(tx)
          const held = `${count(grants, 'grant')} and ${count(members, 'member')}`
          return [
            { grants, members },
            `Removed group ${quote(group)} with ${held}.`,
            { group, grants, members },
          ]
        }),
      ),
    renameGroup: (name, to) => renameNamed(change, 'group', name, to),
    groups: (range) =>
      listById(range, async (...from) =>
        (await reading.rows(usersSql.groups, ...from)).map((row) => toGroup(row)),
      ),
    group: (name) => describeGroup(reading, name),
    addMember: (...names) => changeMembership(change, names, true),
    removeMember: (...names) => changeMembership(change, names, false),
  }
}

function changeMembership(
  change: Change,
  [group, user]: [string, string],
  isToBe: boolean,
): Promise<boolean> {
  const summary = isToBe
    ? `Added user ${quote(user)} to group ${quote(group)}.`
    : `Removed user ${quote(user)} from group ${quote(group)}.`
  return change(`groups ${isToBe ? 'add' : 'remove'}-member`, (tx) =>
    changeAccess(tx, async () => {
      const groupId = await requireNamed(tx, 'group', group)
      const userId = await requireNamed(tx, 'user', user)
      const sql = isToBe ? usersSql.addMember : usersSql.removeMember
      const isChanged = (await tx.run(sql, groupId, userId)) > 0
      if (isChanged) {
        await tx.run(accessSql(tx).affectUser, userId)
        await tx.run(accessSql(tx).selectGrantedToGroup, groupId)
        await (isToBe ? addAccess(tx) : removeAccess(tx))
      }
      return [isChanged, summary, { group, user }]
    }),
  )
}

/** Several separate queries: a concurrent change of the group may show in only some of them. */
async function describeGroup(reading: Reading, name: string): Promise<GroupDetails> {
  const id = await requireNamed(reading, 'group', name)
  const members = await reading.rows(usersSql.members, id)
  const users = members.map((row) => toMember(row))
  const [createdAt, grants] = (await reading.row(usersSql.group, id)) ?? [0, 0]
  const tags = await reading.rows(standingSql(reading).list.group, id, '', id, batchSize)
  const standing = tags.map(([, , tag]) => toStandingPlants(tag))
  return { id, name, members: users.length, createdAt: new Date(createdAt), users, grants, standing }
}
