/** Everything that a store says about its content, as JSON. */
import type { Store } from '../../../src/index.ts'
import { collect } from '../../collect.ts'
import { plantsSeen } from '../../promises/world.ts'

/** Lists by name. */
export type Content = Readonly<Record<string, readonly unknown[]>>

/** After `JSON.stringify` and back: times are texts, and undefined values are left out. */
export async function readContent(store: Store, secrets: readonly string[]): Promise<Content> {
  const lists: unknown[] = []
  for (const secret of secrets) {
    const session = await store.openSession(secret)
    lists.push(
      'refusal' in session
        ? session
        : {
            principal: session.principal,
            revision: session.revision,
            plants: await plantsSeen(store, secret),
          },
    )
  }
  const content = {
    lists,
    plants: await collect(store.plants({ all: true })),
    users: await collect(store.users()),
    groups: await collect(store.groups()),
    tokens: await collect(store.tokens()),
    grants: await collect(store.grants()),
  }
  return JSON.parse(JSON.stringify(content)) as Content
}
