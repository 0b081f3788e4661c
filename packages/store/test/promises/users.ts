/** What a store promises about users and groups. */
import assert from 'node:assert/strict'
import { collect } from '../collect.ts'
import { addPlants, importText, namesSeen, type Promises, refusedWith, refusalOf } from './world.ts'

/** Names that are refused, and the reason. */
export const wrongNames: readonly (readonly [string, RegExp])[] = [
  ['', /is empty/],
  ['x'.repeat(201), /longer than 200 characters/],
  ['\u{1f33b}'.repeat(201), /longer than 200 characters/],
  ['two\nlines', /control character/],
  ['nul\0', /NUL/],
  ['half \ud83c', /unpaired surrogate/],
]

export const usersPromises: Promises = {
  'users and groups are listed as they were added': async ({ store, clock }) => {
    const createdAt = new Date(clock.now)
    for (const name of ['zoe', 'ada', 'Ada', 'ada ']) await store.addUser(name)
    await store.addGroup('garden')
    await store.addGroup('arboretum')
    await store.addMember('garden', 'ada')
    await store.addMember('arboretum', 'ada')
    assert.deepEqual(await collect(store.users()), [
      { id: 1, name: 'zoe', groups: [], createdAt, disabledAt: undefined },
      { id: 2, name: 'ada', groups: ['arboretum', 'garden'], createdAt, disabledAt: undefined },
      { id: 3, name: 'Ada', groups: [], createdAt, disabledAt: undefined },
      { id: 4, name: 'ada ', groups: [], createdAt, disabledAt: undefined },
    ])
    assert.deepEqual(await collect(store.groups()), [
      { id: 1, name: 'garden', members: 1, createdAt },
      { id: 2, name: 'arboretum', members: 1, createdAt },
    ])
  },
  'more users and groups than fit into a batch are listed once each': async ({ store }) => {
    const names = Array.from({ length: 2001 }, (_, index) => `n${index}`)
    const lines = names.map((name) => JSON.stringify({ name, groups: [name, 'all'] }))
    await importText(store, 'importUsers', lines.join('\n'))
    assert.deepEqual(
      (await collect(store.users())).map(({ name }) => name),
      names,
    )
    assert.deepEqual(
      (await collect(store.groups())).map(({ name }) => name).toSorted(),
      [...names, 'all'].toSorted(),
    )
  },
  'a taken name is a conflict, separately for users and for groups': async ({ store }) => {
    await store.addUser('ada')
    await store.addGroup('ada')
    await refusedWith('conflict', /a user named "ada" already/, store.addUser('ada'))
    await refusedWith('conflict', /a group named "ada" already/, store.addGroup('ada'))
  },
  'a name has 1 to 200 characters, without control characters': async ({ store }) => {
    for (const [name, why] of wrongNames) {
      await refusedWith('invalid', why, store.addUser(name))
      await refusedWith('invalid', why, store.addGroup(name))
    }
    for (const name of ['x', 'x'.repeat(200), '\u{1f33b}'.repeat(200), '🌻 Müller, “Erika”']) {
      assert.equal((await store.addUser(name)).name, name)
    }
    assert.deepEqual((await collect(store.users())).length, 4)
  },
  'a named user or group must exist': async ({ store }) => {
    await store.addUser('ada')
    await store.addGroup('garden')
    await refusedWith('not-found', /no user named "eve"/, store.removeUser('eve'))
    await refusedWith('not-found', /no group named "eve"/, store.removeGroup('eve'))
    await refusedWith('not-found', /no group named "eve"/, store.addMember('eve', 'ada'))
    await refusedWith('not-found', /no user named "eve"/, store.addMember('garden', 'eve'))
    await refusedWith('not-found', /no user named "eve"/, store.removeMember('garden', 'eve'))
    await refusedWith('not-found', /no user named "eve"/, store.grant({ user: 'eve' }, { all: true }))
    await refusedWith('not-found', /no group named "eve"/, store.revoke({ group: 'eve' }, { all: true }))
    await refusedWith('not-found', /no user named "eve"/, store.createToken('eve', 'laptop'))
    await refusedWith('not-found', /no group named "eve"/, collect(store.grants({ group: 'eve' })))
    await refusedWith('not-found', /no user named "eve"/, collect(store.tokens({ user: 'eve' })))
  },
  'a membership is made and ended once': async ({ store }) => {
    await store.addUser('ada')
    await store.addGroup('garden')
    assert.deepEqual(
      [await store.addMember('garden', 'ada'), await store.addMember('garden', 'ada')],
      [true, false],
    )
    assert.deepEqual(
      [await store.removeMember('garden', 'ada'), await store.removeMember('garden', 'ada')],
      [true, false],
    )
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
    await refusedWith('not-found', /no group named "forest"/, store.group('forest'))
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
  'a removed user loses memberships, grants and tokens, and a new user of that name is another one': async ({
    store,
  }) => {
    const old = await store.addUser('ada')
    await addPlants(store, 'Rose')
    await store.grant({ user: 'ada' }, { all: true })
    const { secret } = await store.createToken('ada', 'laptop')
    await store.removeUser('ada')
    assert.equal(await refusalOf(store, secret), 'unknown')
    const renewed = await store.addUser('ada')
    assert.ok(renewed.id > old.id)
    assert.deepEqual(await namesSeen(store, (await store.createToken('ada', 'laptop')).secret), [])
  },
}
