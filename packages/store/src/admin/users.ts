/** Users: adding, renaming, disabling, removing and listing them. */
import { readBatches } from './read-batches.ts'
import { collectUsers } from './rows.ts'
import type { Administration, ListRange, RemovedUser, User } from '../store.ts'
import { accessSql } from './access-sql.ts'
import type { Change } from './change.ts'
import type { Reading, Transaction } from './sql.ts'
import { usersSql } from './users-sql.ts'
import { addNamed, renameNamed, requireNamed } from './subjects.ts'

type Users = Pick<
  Administration,
  'addUser' | 'removeUser' | 'renameUser' | 'disableUser' | 'enableUser' | 'users'
>

/** The operator's methods for users. */
export function createUsers(reading: Reading, change: Change, now: () => number): Users {
  return {
    addUser: (name) =>
      change('addUser', [name], async (tx) => {
        const { createdAt, ...added } = await addNamed(tx, 'user', name, now())
        return { ...added, groups: [], createdAt, disabledAt: undefined }
      }),
    removeUser: (name) => change('removeUser', [name], (tx) => removeUser(tx, name)),
    renameUser: (name, to) => change('renameUser', [name, to], (tx) => renameNamed(tx, 'user', name, to)),
    disableUser: (name) =>
      change('disableUser', [name], async (tx) => {
        const id = await requireNamed(tx, 'user', name)
        return (await tx.run(usersSql.disableUser, id, now())) === 1
      }),
    enableUser: (name) =>
      change('enableUser', [name], async (tx) => {
        const id = await requireNamed(tx, 'user', name)
        return (await tx.run(usersSql.enableUser, id)) === 1
      }),
    users: (range) => listUsers(reading, range),
  }
}

async function removeUser(tx: Transaction, name: string): Promise<RemovedUser> {
  const id = await requireNamed(tx, 'user', name)
  const [grants, memberships, tokens] = (await tx.row(usersSql.ofUser, id)) ?? [0, 0, 0]
  await tx.run(accessSql(tx).removeAccessOfUser, id)
  await tx.run(usersSql.remove.user, id)
  return { grants, memberships, tokens }
}

async function* listUsers(reading: Reading, { after = 0, limit }: ListRange = {}): AsyncGenerator<User> {
  yield* readBatches<User>(
    async (last, size) => collectUsers(await reading.rows(usersSql.users, last?.id ?? after, size)),
    limit,
  )
}
