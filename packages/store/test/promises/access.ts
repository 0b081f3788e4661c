/** What a store promises about who sees what. */
import assert from 'node:assert/strict'
import { collect } from '../collect.ts'
import { addPlants, importText, namesSeen, type Promises, refusedWith, type World } from './world.ts'

/** Adds users ada and bob, bob in the group garden, and three plants; returns a function that lists what each sees. */
export async function twoUsers({ store }: World): Promise<(user: 'ada' | 'bob') => Promise<string>> {
  await addPlants(store, 'Rose:flower', 'Oak:tree', 'Fern')
  await store.addGroup('garden')
  const secrets = { ada: '', bob: '' }
  for (const user of ['ada', 'bob'] as const) {
    await store.addUser(user)
    secrets[user] = (await store.createToken(user, 'test')).secret
  }
  await store.addMember('garden', 'bob')
  return async (user) => (await namesSeen(store, secrets[user])).join(' ')
}

export const accessPromises: Promises = {
  'a grant to a user shows the plants to that user alone': async (world) => {
    const seen = await twoUsers(world)
    const outcome = await world.store.grant({ user: 'ada' }, { tag: 'tree' })
    assert.deepEqual(outcome, { matched: 1, changed: 1 })
    assert.deepEqual([await seen('ada'), await seen('bob')], ['Oak', ''])
  },
  'a grant to a group shows the plants to its members, whenever they join, until they leave': async (
    world,
  ) => {
    const seen = await twoUsers(world)
    await world.store.grant({ group: 'garden' }, { name: 'Rose' })
    assert.deepEqual([await seen('ada'), await seen('bob')], ['', 'Rose'])
    await world.store.addMember('garden', 'ada')
    assert.equal(await seen('ada'), 'Rose')
    await world.store.removeMember('garden', 'bob')
    assert.deepEqual([await seen('ada'), await seen('bob')], ['Rose', ''])
    await world.store.removeGroup('garden')
    assert.equal(await seen('ada'), '')
  },
  'a plant granted in two ways is seen once, until both grants are gone': async (world) => {
    const seen = await twoUsers(world)
    await world.store.grant({ group: 'garden' }, { name: 'Rose' })
    await world.store.grant({ user: 'bob' }, { name: 'Rose' })
    assert.equal(await seen('bob'), 'Rose')
    await world.store.revoke({ user: 'bob' }, { all: true })
    assert.equal(await seen('bob'), 'Rose')
    await world.store.revoke({ group: 'garden' }, { all: true })
    assert.equal(await seen('bob'), '')
  },
  'a grant reaches the plants that exist then, and no later ones': async (world) => {
    const seen = await twoUsers(world)
    await world.store.grant({ user: 'ada' }, { all: true })
    await addPlants(world.store, 'Rose:flower', 'Rose:flower')
    assert.equal(await seen('ada'), 'Rose Oak Fern')
  },
  'a part of a selection that lists several values matches any of them, and every part must match': async (
    world,
  ) => {
    const seen = await twoUsers(world)
    const { store } = world
    assert.deepEqual(await store.grant({ user: 'ada' }, { tag: ['flower', 'tree'] }), {
      matched: 2,
      changed: 2,
    })
    assert.equal(await seen('ada'), 'Rose Oak')
    const both = await collect(store.plants({ name: ['Rose', 'Fern'], tag: ['flower', 'tree'] }))
    assert.deepEqual(
      both.map(({ name }) => name),
      ['Rose'],
    )
  },
  'a grant returns how many plants match and how many are new': async (world) => {
    await twoUsers(world)
    const { store } = world
    assert.deepEqual(await store.grant({ user: 'ada' }, { name: 'Rose' }), { matched: 1, changed: 1 })
    assert.deepEqual(await store.grant({ user: 'ada' }, { all: true }), { matched: 3, changed: 2 })
    assert.deepEqual(await store.grant({ user: 'ada' }, { name: 'Rose', tag: 'tree' }), {
      matched: 0,
      changed: 0,
    })
    assert.deepEqual(await store.revoke({ user: 'ada' }, { id: 1, tag: 'flower' }), {
      matched: 1,
      changed: 1,
      stillSeen: [],
    })
    assert.deepEqual(await store.revoke({ user: 'ada' }, { id: 1 }), {
      matched: 1,
      changed: 0,
      stillSeen: [],
    })
    await refusedWith('invalid', /which plants/, store.revoke({ user: 'ada' }, {}))
  },
  'a removed plant disappears for everyone, and its id is never assigned again': async (world) => {
    const seen = await twoUsers(world)
    const { store } = world
    await store.grant({ user: 'ada' }, { all: true })
    await store.grant({ group: 'garden' }, { all: true })
    assert.deepEqual(await store.removePlants({ name: 'Fern' }), { matched: 1, changed: 1 })
    assert.deepEqual([await seen('ada'), await seen('bob')], ['Rose Oak', 'Rose Oak'])
    await addPlants(store, 'Rose:flower', 'Oak:tree', 'Moss')
    assert.deepEqual(await collect(store.plants({ name: 'Moss' })), [{ id: 4, name: 'Moss' }])
    assert.equal(await seen('ada'), 'Rose Oak')
  },
  'a plant that an import renames is renamed for everyone who sees it': async (world) => {
    const seen = await twoUsers(world)
    await importText(world.store, 'importPlants', '{"key":"k1","name":"Elm"}')
    await world.store.grant({ user: 'ada' }, { key: 'k1' })
    await world.store.grant({ group: 'garden' }, { key: 'k1' })
    await importText(world.store, 'importPlants', '{"key":"k1","name":"Wych elm"}')
    assert.deepEqual([await seen('ada'), await seen('bob')], ['Wych elm', 'Wych elm'])
  },
  'grants are listed by subject, users first, those of a group under the group': async (world) => {
    await twoUsers(world)
    const { store } = world
    await store.grant({ group: 'garden' }, { name: 'Oak' })
    await store.grant({ user: 'ada' }, { tag: 'flower' })
    await store.grant({ user: 'ada' }, { name: 'Fern' })
    const rose = { subject: { user: 'ada' }, plant: { id: 1, name: 'Rose', tag: 'flower' } }
    const fern = { subject: { user: 'ada' }, plant: { id: 3, name: 'Fern' } }
    const oak = { subject: { group: 'garden' }, plant: { id: 2, name: 'Oak', tag: 'tree' } }
    assert.deepEqual(await collect(store.grants()), [rose, fern, oak])
    assert.deepEqual(await collect(store.grants({ user: 'ada' })), [rose, fern])
    assert.deepEqual(await collect(store.grants({ user: 'bob' })), [])
    assert.deepEqual(await collect(store.grants({ group: 'garden' })), [oak])
  },
  'more plants and grants than fit into a batch are listed once each': async ({ store }) => {
    await store.addUser('ada')
    await store.addUser('bob')
    const names = Array.from({ length: 2000 }, (_, index) => `plant ${index}`)
    await addPlants(store, ...names)
    for (const user of ['ada', 'bob']) await store.grant({ user }, { all: true })
    assert.deepEqual(
      (await collect(store.plants({ all: true }))).map(({ name }) => name),
      names,
    )
    assert.equal((await collect(store.grants())).length, 4000)
    assert.deepEqual(
      (await collect(store.grants({ user: 'bob' }))).map(({ plant }) => plant.name),
      names,
    )
  },
  'a failing change changes nothing, and the store still works': async (world) => {
    const seen = await twoUsers(world)
    await refusedWith('not-found', /no group/, world.store.addMember('nowhere', 'ada'))
    assert.deepEqual(await collect(world.store.verify()), [])
    await world.store.grant({ user: 'ada' }, { name: 'Oak' })
    assert.equal(await seen('ada'), 'Oak')
  },
}
