/** A token for each sample user: the database keeps only hashes, so one of an earlier run can't be shown again. */
import { maxPageSize, type Store, type User } from '@plant-store/store'

/** One sample user, ready to send requests. */
export interface DemoUser {
  readonly user: string
  readonly groups: readonly string[]
  readonly plants: number
  readonly token: string
  readonly tokenId: number
}

/** So many users are shown. */
const maxUsers = 5
const lifetimeMs = 86_400_000

/** Makes a token that expires in a day for each of the first users. */
export async function issueTokens(store: Store): Promise<readonly DemoUser[]> {
  const users: DemoUser[] = []
  for await (const user of store.users()) {
    if (users.length === maxUsers) break
    users.push(await issueToken(store, user))
  }
  return users
}

async function issueToken(store: Store, { name, groups }: User): Promise<DemoUser> {
  const { secret, token } = await store.createToken(name, 'demo', new Date(Date.now() + lifetimeMs))
  return { user: name, groups, plants: await countPlants(store, secret), token: secret, tokenId: token.id }
}

async function countPlants(store: Store, secret: string): Promise<number> {
  const session = await store.openSession(secret)
  if ('refusal' in session) throw new Error(`a token made this moment is ${session.refusal}`)
  let count = 0
  let page = await session.firstPage(maxPageSize)
  while (page.last !== undefined) {
    count += page.plants.length
    page = await session.nextPage(page, maxPageSize)
  }
  return count
}
