/** What a store promises about users and groups. */
import assert from 'node:assert/strict'
import { addPlants, type Promises, sessionOf } from './world.ts'

export const usersPromises: Promises = {
  'users and groups are listed as they were added': async ({ store, clock }) => {
    const createdAt = new Date(clock.now)
    for (const name of ['zoe', 'ada', 'Ada', 'ada ']) await store.addUser(name)
    await store.addGroup('garden')
    await store.addGroup('arboretum')
    await store.addMember('garden', 'ada')
    await store.addMember('arboretum', 'ada')
    assert.deepEqual(await Array.fromAsync(store.users()), [
      { id: 1, name: 'zoe', groups: [], createdAt, disabledAt: undefined },
      { id: 2, name: 'ada', groups: ['arboretum', 'garden'], createdAt, disabledAt: undefined },
      { id: 3, name: 'Ada', groups: [], createdAt, disabledAt: undefined },
      { id: 4, name: 'ada ', groups: [], createdAt, disabledAt: undefined },
    ])
    assert.deepEqual(await Array.fromAsync(store.groups()), [
      { id: 1, name: 'garden', members: 1, createdAt },
      { id: 2, name: 'arboretum', members: 1, createdAt },
    ])
  },
  'a group is shown with its members and the number of its grants': async ({ store, clock }) => {
    await store.addGroup('garden')
    for (const name of ['zoe', 'ada']) {
      await store.addUser(name)
      await store.addMember('garden', name)
    }
    await store.disableUser('zoe')
    await addPlants(store, 'Rose', 'Oak')
    await store.grant({ group: 'garden' }, { all: true })
    await store.grantStanding({ group: 'garden' }, { tag: ['tree', 'flower'] })
    const now = new Date(clock.now)
    assert.deepEqual(await store.group('garden'), {
      id: 1,
      name: 'garden',
      members: 2,
      createdAt: now,
      users: [
        { name: 'ada', disabledAt: undefined },
        { name: 'zoe', disabledAt: now },
      ],
      grants: 2,
      standing: [{ tag: 'flower' }, { tag: 'tree' }],
    })
  },
  'what is removed along with a user or a group is counted': async ({ store }) => {
    await store.addUser('ada')
    await store.addGroup('garden')
    await store.addMember('garden', 'ada')
    await addPlants(store, 'Rose', 'Oak')
    await store.grant({ user: 'ada' }, { all: true })
    await store.grant({ group: 'garden' }, { name: 'Rose' })
    await store.createToken('ada', 'laptop')
    assert.deepEqual(await store.removeUser('ada'), { grants: 2, memberships: 1, tokens: 1 })
    assert.deepEqual(await store.removeGroup('garden'), { grants: 1, members: 0 })
  },
  'a disabled user is listed as such, a refusal says whose token it was, and to disable twice changes nothing':
    async ({ store, clock }) => {
      await store.addUser('ada')
      const { secret, token } = await store.createToken('ada', 'laptop')
      const { revision } = await sessionOf(store, secret)
      assert.equal(await store.disableUser('ada'), true)
      assert.equal(await store.disableUser('ada'), false)
      const refusal = { refusal: 'user disabled', user: 'ada', tokenId: token.id }
      assert.deepEqual(await store.openSession(secret), refusal)
      assert.deepEqual((await Array.fromAsync(store.users()))[0]?.disabledAt, new Date(clock.now))
      await store.enableUser('ada')
      assert.equal((await sessionOf(store, secret)).revision, revision)
    },
}
