/** Issues a token to each sample user: the database keeps only hashes, so earlier tokens can't be shown again. */
import type { Store, User } from '@plant-store/store'

/** One sample user, ready to send requests. */
export interface DemoUser {
  readonly user: string
  readonly groups: readonly string[]
  readonly plants: number
  readonly token: string
}

/** At most this many users are shown. */
const maxUsers = 5
const lifetimeMs = 86_400_000

/**
 * Makes a token that expires in a day for each of the first users, and hands all tokens to `deliver`. They are accepted
 * once `deliver` has resolved. If it rejects, or the process ends first, none of them is ever accepted.
 */
export async function issueTokens(
  store: Store,
  deliver: (users: readonly DemoUser[]) => Promise<void>,
): Promise<void> {
  const users = await firstUsers(store)
  const issued: DemoUser[] = []
  // Each token is delivered once those after it are: the innermost call delivers all.
  async function issueNext(): Promise<void> {
    const next = users[issued.length]
    if (next === undefined) {
      await deliver(issued)
      return
    }
    const plants = await countPlants(store, next)
    const expiry = new Date(Date.now() + lifetimeMs)
    await store.createToken(next.name, 'demo', expiry, async ({ secret }) => {
      issued.push({ user: next.name, groups: next.groups, plants, token: secret })
      await issueNext()
    })
  }
  await issueNext()
}

async function firstUsers(store: Store): Promise<readonly User[]> {
  const users: User[] = []
  for await (const user of store.users()) {
    if (users.push(user) === maxUsers) break
  }
  return users
}

async function countPlants(store: Store, { name }: User): Promise<number> {
  let plants = 0
  for await (const _ of store.plantsSeenBy(name)) plants += 1
  return plants
}
