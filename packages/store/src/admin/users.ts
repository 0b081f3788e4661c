/** Users: adding, renaming, disabling, removing and listing them. */
import { readBatches } from './read-batches.ts'
import { requireFree } from './refusals.ts'
import { collectUsers } from './rows.ts'
import type { Administration, ListRange, RemovedUser, User } from '../store.ts'
import { requireName } from '../text-rules.ts'
import { accessSql } from './access-sql.ts'
import type { Change } from './change.ts'
import type { Reading, Transaction } from './sql.ts'
import { usersSql } from './users-sql.ts'
import { findUser, requireUser } from './subjects.ts'

type Users = Pick<
  Administration,
  'addUser' | 'removeUser' | 'renameUser' | 'disableUser' | 'enableUser' | 'users'
>

/** The operator's methods for users. */
export function createUsers(reading: Reading, change: Change, now: () => number): Users {
  return {
    addUser: (name) => change('addUser', [name], (tx) => addUser(tx, name, now())),
    removeUser: (name) => change('removeUser', [name], (tx) => removeUser(tx, name)),
    renameUser: (name, to) => change('renameUser', [name, to], (tx) => renameUser(tx, name, to)),
    disableUser: (name) =>
      change('disableUser', [name], async (tx) => {
        const id = await requireUser(tx, name)
        return (await tx.run(usersSql.disableUser, id, now())) === 1
      }),
    enableUser: (name) =>
      change('enableUser', [name], async (tx) => {
        const id = await requireUser(tx, name)
        return (await tx.run(usersSql.enableUser, id)) === 1
      }),
    users: (range) => listUsers(reading, range),
  }
}

async function addUser(tx: Transaction, given: string, at: number): Promise<User> {
  const name = requireName('user', given)
  requireFree('user', name, await findUser(tx, name))
  const id = (await tx.dialect.takeIds(tx, 'users', 1)) + 1
  await tx.run(usersSql.addUser, id, name, at)
  return { id, name, groups: [], createdAt: new Date(at), disabledAt: undefined }
}

async function removeUser(tx: Transaction, name: string): Promise<RemovedUser> {
  const id = await requireUser(tx, name)
  const [grants, memberships, tokens] = (await tx.row(usersSql.ofUser, id)) ?? [0, 0, 0]
  await tx.run(accessSql(tx).removeAccessOfUser, id)
  await tx.run(usersSql.removeUser, id)
  return { grants, memberships, tokens }
}

async function renameUser(tx: Transaction, from: string, to: string): Promise<void> {
  const id = await requireUser(tx, from)
  const name = requireName('user', to)
  requireFree('user', name, await findUser(tx, name))
  await tx.run(usersSql.renameUser, id, name)
}

async function* listUsers(reading: Reading, { after = 0, limit }: ListRange = {}): AsyncGenerator<User> {
  yield* readBatches<User>(
    async (last, size) => collectUsers(await reading.rows(usersSql.users, last?.id ?? after, size)),
    limit,
  )
}
