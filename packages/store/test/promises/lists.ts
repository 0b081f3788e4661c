/** What a store promises about lists: their order, and sections of them, whatever their length. */
import assert from 'node:assert/strict'
import type { ListRange, Store } from '../../src/index.ts'
import { addPlants, importText, type Promises, type World } from './world.ts'

/** A list, and the id of each of its items. */
type List = (store: Store, range?: ListRange) => Promise<readonly (readonly [id: number, item: unknown])[]>

/** The items of a list with their ids. */
async function withIds<T>(items: AsyncIterable<T>, idOf: (item: T) => number): ReturnType<List> {
  return (await Array.fromAsync(items)).map((item) => [idOf(item), item])
}
const ofItem = ({ id }: { readonly id: number }): number => id

const lists: Readonly<Record<string, List>> = {
  tokens: (store, range) => withIds(store.tokens(range), ofItem),
  'entries of the audit trail': (store, range) => withIds(store.audit(range), ofItem),
  users: (store, range) => withIds(store.users(range), ofItem),
  groups: (store, range) => withIds(store.groups(range), ofItem),
  plants: (store, range) => withIds(store.plants({ all: true }, range), ofItem),
  grants: (store, range) => withIds(store.grants({ user: 'n1' }, range), ({ plant }) => plant.id),
  'plants that a user sees': (store, range) =>
    withIds(store.plantsSeenBy('n1', range), ({ plant }) => plant.id),
  'users who see a plant': (store, range) => withIds(store.usersWhoSee(1, range), ({ user }) => user.id),
}

/** Checks that sections are parts of the whole list, which has `count` items. */
async function checkSections(
  store: Store,
  [name, list]: readonly [string, List],
  count: number,
): Promise<void> {
  const all = await list(store)
  assert.deepEqual([all.length, new Set(all.map(([id]) => id)).size], [count, count], name)
  const last = all.at(-1)?.[0] ?? 0
  for (const after of [0, 1, last]) {
    for (const limit of [1, 1000, 1001, undefined]) {
      const expected = all.filter(([id]) => id > after).slice(0, limit)
      assert.deepEqual(await list(store, { after, limit }), expected, `${name} ${after} ${limit}`)
    }
  }
}

/** Adds users ada and bob, bob in the group garden, and three plants. */
async function twoUsers({ store }: World): Promise<void> {
  await addPlants(store, 'Rose:flower', 'Oak:tree', 'Fern')
  await store.addGroup('garden')
  for (const user of ['ada', 'bob']) await store.addUser(user)
  await store.addMember('garden', 'bob')
}

export const listPromises: Promises = {
  'a section of a list begins after an id and has at most the given number of items, also beyond a batch':
    async ({ store }) => {
      const count = 1001
      const names = Array.from({ length: count }, (_, index) => `n${index + 1}`)
      const users = names.map((name) => JSON.stringify({ name, groups: [name, 'all'] }))
      await importText(store, 'importUsers', users.join('\n'))
      await addPlants(store, ...names)
      await store.grant({ user: 'n1' }, { all: true })
      await store.grant({ user: 'n2' }, { all: true })
      await store.grant({ group: 'all' }, { id: 1 })
      for (let nth = 0; nth < 20; nth += 1) await store.createToken('n1', 'laptop')
      const lengths = { groups: count + 1, tokens: 20, 'entries of the audit trail': 25 }
      for (const each of Object.entries(lists)) {
        await checkSections(store, each, new Map(Object.entries(lengths)).get(each[0]) ?? count)
      }
      assert.deepEqual(
        (await Array.fromAsync(store.plants({ all: true }))).map(({ name }) => name),
        names,
      )
      assert.equal((await Array.fromAsync(store.grants())).length, 2 * count + 1)
      for (const user of ['n1', 'n2']) await store.grantStanding({ user }, { tag: names })
      const standing = await Array.fromAsync(store.standingGrants())
      assert.equal(new Set(standing.map((grant) => JSON.stringify(grant))).size, 2 * count)
      assert.equal(standing.length, 2 * count)
    },
  'standing grants are listed by subject, users first, that of all plants before those of tags': async (
    world,
  ) => {
    await twoUsers(world)
    const { store } = world
    await store.grantStanding({ group: 'garden' }, { tag: 'tree' })
    await store.grantStanding({ user: 'bob' }, { tag: ['tree', 'flower'] })
    await store.grantStanding({ user: 'bob' }, { all: true })
    const ofBob = [{ all: true }, { tag: 'flower' }, { tag: 'tree' }].map((plants) => ({
      subject: { user: 'bob' },
      plants,
    }))
    const ofGarden = { subject: { group: 'garden' }, plants: { tag: 'tree' } }
    assert.deepEqual(await Array.fromAsync(store.standingGrants()), [...ofBob, ofGarden])
    assert.deepEqual(await Array.fromAsync(store.standingGrants({ user: 'bob' })), ofBob)
    assert.deepEqual(await Array.fromAsync(store.standingGrants({ user: 'ada' })), [])
    assert.deepEqual(await Array.fromAsync(store.standingGrants({ group: 'garden' })), [ofGarden])
    assert.deepEqual(await Array.fromAsync(store.grants()), [])
  },
  'a part of a selection that lists several values matches any of them, and every part must match': async (
    world,
  ) => {
    await twoUsers(world)
    const { store } = world
    const ofBoth = await store.grant({ user: 'ada' }, { tag: ['flower', 'tree'] })
    assert.deepEqual(ofBoth, { matched: 2, changed: 2 })
    const both = await Array.fromAsync(store.plants({ name: ['Rose', 'Fern'], tag: ['flower', 'tree'] }))
    assert.deepEqual(
      both.map(({ name }) => name),
      ['Rose'],
    )
  },
}
