/** The worlds that tests rely on contain what they say. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isWellFormedToken, openStore, type Store } from '@plant-store/store'
import {
  largeWorldPlant,
  makeLargeWorld,
  makeWorld,
  smallWorld,
  temporaryDirectory,
} from '@plant-store/testkit'

async function listAll(store: Store, token: string): Promise<readonly unknown[]> {
  const session = await store.openSession(token)
  assert.ok('principal' in session)
  const plants: unknown[] = []
  let page = await session.firstPage(1000)
  while (page.last !== undefined) {
    plants.push(...page.plants)
    page = await session.nextPage(page, 1000)
  }
  return plants
}

async function refusalOf(store: Store, token: string): Promise<string> {
  const answer = await store.openSession(token)
  return 'refusal' in answer ? answer.refusal : 'accepted'
}

describe('the small world', async () => {
  await using directory = await temporaryDirectory()
  const world = await makeWorld(directory.path, smallWorld)
  await using stack = new AsyncDisposableStack()
  const store = stack.adopt(await openStore({ database: world.database }), (open) => open.close())
  const users = Object.values(world.users)
  const lists = await Promise.all(users.map(({ token }) => listAll(store, token)))
  const refusals = await Promise.all(
    users.flatMap(({ expiredToken, revokedToken }) => [
      refusalOf(store, expiredToken),
      refusalOf(store, revokedToken),
    ]),
  )
  const stranger = await refusalOf(store, world.strangerToken)

  it('shows each user what is due, as worked out without the store', () => {
    assert.deepEqual(
      lists,
      users.map(({ plants }) => plants),
    )
  })

  it('has a token in each state for each user, and a well-formed one that nobody has', () => {
    assert.deepEqual(refusals, ['expired', 'revoked', 'expired', 'revoked', 'expired', 'revoked'])
    assert.equal(stranger, 'unknown')
    assert.ok(isWellFormedToken(world.strangerToken))
  })

  it('has what tests look for: equal names, no tag, all kinds of text, one user who sees nothing', () => {
    const { ana, ben, cleo } = world.users
    assert.deepEqual([ana.plants.length, ben.plants.length, cleo.plants.length], [16, 5, 0])
    const names = ana.plants.map(({ name }) => name)
    assert.ok(new Set(names).size < names.length)
    assert.ok(ana.plants.some((plant) => !('tag' in plant)))
    for (const kind of [/"/, /\\/, /\p{Cc}/u, /[^\0-\u00FF]/u, /\p{Emoji_Presentation}/u, /\p{M}/u, /</]) {
      assert.ok(
        ana.plants.some(({ name, tag = '' }) => kind.test(name + tag)),
        String(kind),
      )
    }
  })
})

describe('a large world', () => {
  it('holds as many plants as were asked for, each as `largeWorldPlant` says', async () => {
    await using directory = await temporaryDirectory()
    const { database, token, count } = await makeLargeWorld(directory.path, 2500)
    const store = await openStore({ database })
    const plants = await listAll(store, token)
    await store.close()
    assert.equal(count, 2500)
    assert.deepEqual(
      plants,
      Array.from({ length: 2500 }, (_, index) => largeWorldPlant(index)),
    )
  })
})
