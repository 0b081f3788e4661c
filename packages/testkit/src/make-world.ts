/** A database with known contents: which users and plants there are, and who sees which. */
import { join } from 'node:path'
import type { Plant } from '@plant-store/contracts'
import { migrate, openStore, type Store, type Subject } from '@plant-store/store'
import { importPlants } from './import-plants.ts'

/** What a world consists of. Plants are added in this order; each is granted to the subjects beside it. */
export interface WorldDefinition<User extends string> {
  readonly users: readonly User[]
  /** The members of each group, by its name. */
  readonly groups: Readonly<Record<string, readonly User[]>>
  readonly plants: readonly (Plant & { readonly grantedTo: readonly Subject[] })[]
}

/** A world that was made. Nothing holds its database open: a service may be started on it. */
export interface World<User extends string = string> {
  readonly database: string
  readonly users: Readonly<Record<User, WorldUser>>
  /** A well-formed token that nobody has: its user was removed. */
  readonly strangerToken: string
}

/** A user, with a token in each state, and the list that is due for the active one. */
export interface WorldUser {
  readonly token: string
  readonly expiredToken: string
  readonly revokedToken: string
  readonly plants: readonly Plant[]
}

/** Makes the world as a new database in the directory, or in an empty database whose address is given. */
export async function makeWorld<User extends string>(
  directory: string,
  definition: WorldDefinition<User>,
  database = join(directory, 'plants.db'),
): Promise<World<User>> {
  await migrate({ database })
  const store = await openStore({ database })
  try {
    const strangerToken = await makeStranger(store)
    await addUsers(store, definition)
    await addPlants(store, definition)
    const entries: [User, WorldUser][] = []
    for (const user of definition.users) {
      entries.push([user, { ...(await makeTokens(store, user)), plants: seenBy(definition, user) }])
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are all users of the world
    return { database, users: Object.fromEntries(entries) as Record<User, WorldUser>, strangerToken }
  } finally {
    await store.close()
  }
}

/** The plants that a user must see, worked out without the store. */
function seenBy({ groups, plants }: WorldDefinition<string>, user: string): readonly Plant[] {
  const reaches = (subject: Subject): boolean =>
    'user' in subject ? subject.user === user : (groups[subject.group]?.includes(user) ?? false)
  return plants
    .filter(({ grantedTo }) => grantedTo.some((subject) => reaches(subject)))
    .map(({ grantedTo: _grantedTo, ...plant }) => plant)
}

async function addUsers(store: Store, { users, groups }: WorldDefinition<string>): Promise<void> {
  for (const user of users) await store.addUser(user)
  for (const [group, members] of Object.entries(groups)) {
    await store.addGroup(group)
    for (const member of members) await store.addMember(group, member)
  }
}

async function addPlants(store: Store, { plants }: WorldDefinition<string>): Promise<void> {
  await importPlants(
    store,
    plants.map(({ grantedTo: _grantedTo, ...plant }, index) => ({ key: keyOf(index), ...plant })),
  )
  for (const [index, { grantedTo }] of plants.entries()) {
    for (const subject of grantedTo) await store.grant(subject, { key: keyOf(index) })
  }
}

const keyOf = (index: number): string => `plant-${index}`

async function makeStranger(store: Store): Promise<string> {
  await store.addUser('stranger')
  const { secret } = await store.createToken('stranger', 'unknown')
  await store.removeUser('stranger')
  return secret
}

async function makeTokens(store: Store, user: string): Promise<Omit<WorldUser, 'plants'>> {
  const active = await store.createToken(user, 'active')
  const expired = await store.createToken(user, 'expired')
  // Replaced without overlap, it expires at once, without waiting for a clock.
  const successor = await store.rotateToken(expired.token.id, 0)
  const revoked = await store.createToken(user, 'revoked')
  await store.revokeToken(revoked.token.id)
  await store.revokeToken(successor.token.id)
  return { token: active.secret, expiredToken: expired.secret, revokedToken: revoked.secret }
}
