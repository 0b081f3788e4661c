/** A store with known contents, and what each caller may see in it at first. */
import type { Plant } from '@plant-store/contracts'
import { openStore, type Store } from '@plant-store/store'
import { importPlants, largeWorldPlant, makeWorld } from '@plant-store/testkit'
import { AccessHistory } from './access-history.ts'

/** A token, and what a response to it should show. */
export interface Caller {
  readonly token: string
  readonly history: AccessHistory
}

/** A user whose access changes all the time. */
export interface Reader extends Caller {
  readonly user: string
  /** The plants granted to the user directly, by their position in the world. */
  readonly granted: Set<number>
  isMember: boolean
  isDisabled: boolean
}

/** A user whose token expires, and whose access the operator does not change. */
interface Visitor extends Caller {
  readonly sees: readonly Plant[]
  /** The lifetime of the token. */
  readonly lifeMs: number
}

/** All callers, and all plants. */
export interface FaultWorld {
  readonly database: string
  readonly plants: readonly Plant[]
  readonly readers: readonly Reader[]
  readonly visitor: Visitor
  /** A token that was revoked at the start. */
  readonly revoked: Caller
  /** Tokens of users who see a list far longer than socket buffers hold. */
  readonly longListTokens: readonly string[]
}

/** The only group, of which each reader is a member or not. */
export const group = 'garden'

const [readerCount, plantCount] = [5, 60]
/** The plants from this position on are those of the group. */
const groupFrom = 50
/** Lists longer than the kernel buffers for a connection whose reader has stalled. */
export const longLists = { users: 3, plants: 5000, nameLength: 990 }
const visitorLifeMs = 3_600_000

const users = Array.from({ length: readerCount }, (_, index) => `reader ${index + 1}`)

/** The plants, which have different names. */
const plants: readonly Plant[] = Array.from({ length: plantCount }, (_, index) => ({
  name: `Plant ${index} of the store`,
  ...(index % 3 > 0 && { tag: `tag ${index % 7}` }),
}))

/** At first each reader sees every fifth plant; the first three readers also see those of the group. */
const isGranted = (reader: number, plant: number): boolean =>
  plant < groupFrom && plant % readerCount === reader
const startsInGroup = (reader: number): boolean => reader < 3

/** Makes the world in an empty database, or in a file that does not exist yet. */
export async function makeFaultWorld(database: string, hasLongLists: boolean): Promise<FaultWorld> {
  const made = await makeWorld(
    '',
    {
      users,
      groups: { [group]: users.filter((_, reader) => startsInGroup(reader)) },
      plants: plants.map((plant, index) => ({
        ...plant,
        grantedTo:
          index >= groupFrom
            ? [{ group }]
            : users.filter((_, reader) => isGranted(reader, index)).map((user) => ({ user })),
      })),
    },
    database,
  )
  const readers = users.map((user, reader) => ({
    user,
    token: made.users[user]?.token ?? '',
    history: new AccessHistory(made.users[user]?.plants ?? []),
    granted: new Set([...plants.keys()].filter((index) => isGranted(reader, index))),
    isMember: startsInGroup(reader),
    isDisabled: false,
  }))
  const revoked = made.users[users[0] ?? '']?.revokedToken ?? ''
  const store = await openStore({ database })
  try {
    return {
      database,
      plants,
      readers,
      visitor: await addVisitor(store),
      revoked: { token: revoked, history: new AccessHistory('refused') },
      longListTokens: hasLongLists ? await addLongLists(store) : [],
    }
  } finally {
    await store.close()
  }
}

/** What the reader may see now. */
export function accessOf({ granted, isMember, isDisabled }: Reader): readonly Plant[] | 'refused' {
  if (isDisabled) return 'refused'
  return plants.filter((_, index) => granted.has(index) || (isMember && index >= groupFrom))
}

/** How many plants may be granted to a reader directly. */
export const ownPlants = groupFrom

async function addVisitor(store: Store): Promise<Visitor> {
  await store.addUser('visitor')
  const seen = plants.slice(0, 2)
  await store.grant({ user: 'visitor' }, { name: seen.map(({ name }) => name) })
  const expiresAt = new Date(Date.now() + visitorLifeMs)
  const { secret } = await store.createToken('visitor', 'for an hour', expiresAt)
  return { token: secret, history: new AccessHistory(seen), sees: seen, lifeMs: visitorLifeMs }
}

async function addLongLists(store: Store): Promise<readonly string[]> {
  const tag = 'long list'
  await importPlants(
    store,
    Array.from({ length: longLists.plants }, (_, index) => ({
      ...largeWorldPlant(index, longLists.nameLength),
      tag,
    })),
  )
  const tokens: string[] = []
  for (let number = 0; number < longLists.users; number += 1) {
    const user = `slow ${number}`
    await store.addUser(user)
    await store.grantStanding({ user }, { tag })
    tokens.push((await store.createToken(user, 'reading')).secret)
  }
  return tokens
}
