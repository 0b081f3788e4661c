/** What a store promises to say about who sees what, and why. */
import assert from 'node:assert/strict'
import { collect } from '../collect.ts'
import { twoUsers } from './access.ts'
import { addPlants, type Promises, refusedWith } from './world.ts'

const own = { group: undefined, standing: undefined }
const ofGarden = { group: 'garden', standing: undefined }

export const effectiveAccessPromises: Promises = {
  'the plants that a user sees are listed one by one, with every grant that shows them': async (world) => {
    await twoUsers(world)
    const { store } = world
    await store.grant({ user: 'bob' }, { name: ['Rose', 'Oak'] })
    await store.grant({ group: 'garden' }, { name: 'Rose' })
    await store.grantStanding({ user: 'bob' }, { tag: 'tree' })
    await store.grantStanding({ group: 'garden' }, { all: true })
    const all = { group: 'garden', standing: { all: true } }
    assert.deepEqual(await collect(store.plantsSeenBy('bob')), [
      { plant: { id: 1, name: 'Rose', tag: 'flower' }, through: [own, ofGarden, all] },
      {
        plant: { id: 2, name: 'Oak', tag: 'tree' },
        through: [own, { group: undefined, standing: { tag: 'tree' } }, all],
      },
      { plant: { id: 3, name: 'Fern' }, through: [all] },
    ])
    assert.deepEqual(await collect(store.plantsSeenBy('ada')), [])
  },
  'the users who see a plant are listed one by one, with every grant that shows it to them': async (
    world,
  ) => {
    await twoUsers(world)
    const { store } = world
    await store.grant({ user: 'ada' }, { name: 'Oak' })
    await store.grant({ group: 'garden' }, { name: 'Oak' })
    await store.grantStanding({ group: 'garden' }, { tag: 'tree' })
    await store.grantStanding({ user: 'ada' }, { all: true })
    assert.deepEqual(await collect(store.usersWhoSee(2)), [
      {
        user: { id: 1, name: 'ada', disabledAt: undefined },
        through: [own, { group: undefined, standing: { all: true } }],
      },
      {
        user: { id: 2, name: 'bob', disabledAt: undefined },
        through: [ofGarden, { group: 'garden', standing: { tag: 'tree' } }],
      },
    ])
    assert.deepEqual(
      (await collect(store.usersWhoSee(3))).map(({ user }) => user.name),
      ['ada'],
    )
    await refusedWith('not-found', /no plant with the id 9/, collect(store.usersWhoSee(9)))
    await refusedWith('not-found', /no user named "eve"/, collect(store.plantsSeenBy('eve')))
  },
  'each list can begin after an id, and may be longer than a batch': async ({ store }) => {
    await addPlants(store, ...Array.from({ length: 1500 }, (_, index) => `plant ${index}:tree`))
    await store.addUser('ada')
    await store.grantStanding({ user: 'ada' }, { tag: 'tree' })
    await store.grant({ user: 'ada' }, { id: 1200 })
    const seen = await collect(store.plantsSeenBy('ada'))
    assert.deepEqual(
      seen.map(({ plant }) => plant.id),
      Array.from({ length: 1500 }, (_, index) => index + 1),
    )
    assert.deepEqual(
      seen.filter(({ through }) => through.length === 2).map(({ plant }) => plant.id),
      [1200],
    )
    assert.deepEqual(await collect(store.plantsSeenBy('ada', { after: 1498 })), seen.slice(1498))
    assert.deepEqual(await collect(store.plantsSeenBy('ada', { after: 2, limit: 1001 })), seen.slice(2, 1003))
    assert.equal((await collect(store.usersWhoSee(1, { limit: 1 }))).length, 1)
    assert.deepEqual(await collect(store.usersWhoSee(1, { after: 1 })), [])
    assert.deepEqual(
      (await collect(store.grants({ user: 'ada' }, { after: 1199 }))).map(({ plant }) => plant.id),
      [1200],
    )
    assert.deepEqual(await collect(store.grants({ user: 'ada' }, { after: 1200 })), [])
  },
}
