/** Users: adding, renaming, disabling, removing and listing them. */
import { listById } from './read-batches.ts'
import { collectUsers } from './rows.ts'
import type { Administration } from '../store.ts'
import { accessSql } from './access-sql.ts'
import { type Change, count, quote } from './change.ts'
import type { Reading } from './sql.ts'
import { addNamed, renameNamed, requireNamed, usersSql } from './subjects.ts'

type Users = Pick<
  Administration,
  'addUser' | 'removeUser' | 'renameUser' | 'disableUser' | 'enableUser' | 'users'
>

/** The operator's methods for users. */
export function createUsers(reading: Reading, change: Change, now: () => number): Users {
  return {
    addUser: (name) =>
      addNamed(change, 'user', name, () => ({
        groups: [],
        createdAt: new Date(now()),
        disabledAt: undefined,
      })),
    removeUser: (user) =>
      change('users remove', async (tx) => {
        const id = await requireNamed(tx, 'user', user)
        const [grants, memberships, tokens] = (await tx.row(usersSql.ofUser, id)) ?? [0, 0, 0]
        await tx.run(accessSql(tx).removeAccessOfUser, id)
        await tx.run(usersSql.remove.user, id)
        const removed = { grants, memberships, tokens }
        const held = `${count(grants, 'grant')}, ${count(memberships, 'membership')} and ${count(tokens, 'token')}`
        return [removed, `Removed user ${quote(user)} with ${held}.`, { user, ...removed }]
      }),
    renameUser: (name, to) => renameNamed(change, 'user', name, to),
    disableUser: (user) =>
      change('users disable', async (tx) => {
        const id = await requireNamed(tx, 'user', user)
        const changed = (await tx.run(usersSql.disableUser, id, now())) === 1
        return [changed, `Disabled user ${quote(user)}.`, { user }]
      }),
    enableUser: (user) =>
      change('users enable', async (tx) => {
        const changed = (await tx.run(usersSql.enableUser, await requireNamed(tx, 'user', user))) === 1
        return [changed, `Enabled user ${quote(user)}.`, { user }]
      }),
    users: (range) =>
      listById(range, async (...from) => collectUsers(await reading.rows(usersSql.users, ...from))),
  }
}
