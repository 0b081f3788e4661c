/** Users: adding, renaming, disabling, removing and listing them. */
import { accessSql } from './access-sql.ts'
import type { Change } from './change.ts'
import type { Connection, Reading } from './connection.ts'
import { readBatches } from '../read-batches.ts'
import { insertNamed } from './named-rows.ts'
import { peopleSql } from './people-sql.ts'
import { requireFree } from '../refusals.ts'
import { collectUsers } from '../rows/people-rows.ts'
import type { Administration, ListRange, RemovedUser, User } from '../store.ts'
import { findUser, requireUser } from './subjects.ts'
import { requireName } from '../text-rules.ts'

type People = Pick<
  Administration,
  'addUser' | 'removeUser' | 'renameUser' | 'disableUser' | 'enableUser' | 'users'
>

/** The operator's methods for users. */
export function createPeople(connection: Reading, change: Change, now: () => number): People {
  return {
    addUser: (name) => change('addUser', [name], (tx) => addUser(tx, name, now())),
    removeUser: (name) => change('removeUser', [name], (tx) => removeUser(tx, name)),
    renameUser: (name, to) => change('renameUser', [name, to], (tx) => renameUser(tx, name, to)),
    disableUser: (name) =>
      change(
        'disableUser',
        [name],
        (tx) => tx.run(peopleSql.disableUser, requireUser(tx, name), now()) === 1,
      ),
    enableUser: (name) =>
      change('enableUser', [name], (tx) => tx.run(peopleSql.enableUser, requireUser(tx, name)) === 1),
    users: (range) => listUsers(connection, range),
  }
}

function addUser(tx: Connection, given: string, at: number): User {
  const name = requireName('user', given)
  requireFree('user', name, findUser(tx, name))
  const id = insertUser(tx, name, at)
  return { id, name, groups: [], createdAt: new Date(at), disabledAt: undefined }
}

/** Inside a transaction, with a name that is free. Returns the id of the new user. */
export function insertUser(tx: Connection, name: string, createdAt: number): number {
  return insertNamed(tx, peopleSql.addUser, name, createdAt)
}

function removeUser(tx: Connection, name: string): RemovedUser {
  const id = requireUser(tx, name)
  const [grants, memberships, tokens] = tx.row(peopleSql.ofUser, id) ?? [0, 0, 0]
  tx.run(accessSql.removeAccessOfUser, id)
  tx.run(peopleSql.removeUser, id)
  return { grants, memberships, tokens }
}

function renameUser(tx: Connection, from: string, to: string): void {
  const id = requireUser(tx, from)
  const name = requireName('user', to)
  requireFree('user', name, findUser(tx, name))
  tx.run(peopleSql.renameUser, id, name)
}

async function* listUsers(connection: Reading, { after = 0, limit }: ListRange = {}): AsyncGenerator<User> {
  yield* readBatches<User>(
    (last, size) => collectUsers(connection.rows(peopleSql.users, last?.id ?? after, size)),
    limit,
  )
}
