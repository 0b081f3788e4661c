/** A fresh token for each sample user: the database keeps only hashes, so an old one can't be shown again. */
import { maxPageSize, type Store, type User } from '@plant-store/store'

/** One sample user, ready to ask. */
export interface Visitor {
  readonly user: string
  readonly groups: readonly string[]
  readonly plants: number
  readonly token: string
}

const lifetimeMs = 86_400_000

/** At most `limit` of the users there are, in the order in which they were added. The tokens end a day from now. */
export async function makeTokens(store: Store, limit: number): Promise<readonly Visitor[]> {
  const visitors: Visitor[] = []
  for await (const user of store.users()) {
    if (visitors.length === limit) break
    visitors.push(await makeVisitor(store, user))
  }
  return visitors
}

async function makeVisitor(store: Store, { name, groups }: User): Promise<Visitor> {
  const { secret } = await store.createToken(name, 'demo', new Date(Date.now() + lifetimeMs))
  return { user: name, groups, plants: await countPlants(store, secret), token: secret }
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
