/** What a store promises about standing grants. */
import assert from 'node:assert/strict'
import { collect } from '../collect.ts'
import { twoUsers } from './access.ts'
import { addPlants, importText, type Promises, refusedWith } from './world.ts'

export const standingGrantPromises: Promises = {
  'a standing grant of a tag reaches the plants with that tag, whenever they are added': async (world) => {
    const seen = await twoUsers(world)
    const { store } = world
    assert.deepEqual(await store.grantStanding({ user: 'ada' }, { tag: 'tree' }), {
      matched: 1,
      changed: 1,
      plants: 1,
    })
    assert.equal(await seen('ada'), 'Oak')
    await addPlants(store, 'Rose:flower', 'Oak:tree', 'Elm:tree', 'Moss', 'Tulip:flower')
    assert.deepEqual([await seen('ada'), await seen('bob')], ['Oak Elm', ''])
  },
  'a standing grant of all plants reaches every plant, with or without a tag': async (world) => {
    const seen = await twoUsers(world)
    const { store } = world
    assert.deepEqual(await store.grantStanding({ group: 'garden' }, { all: true }), {
      matched: 1,
      changed: 1,
      plants: 3,
    })
    await addPlants(store, 'Rose:flower', 'Oak:tree', 'Fern', 'Moss')
    assert.deepEqual([await seen('ada'), await seen('bob')], ['', 'Rose Oak Fern Moss'])
    await store.addMember('garden', 'ada')
    assert.equal(await seen('ada'), 'Rose Oak Fern Moss')
    await store.removeMember('garden', 'ada')
    assert.equal(await seen('ada'), '')
  },
  'plants that are removed and imported again are seen again': async (world) => {
    const seen = await twoUsers(world)
    const { store } = world
    await store.grantStanding({ user: 'ada' }, { tag: ['tree', 'flower'] })
    await store.grantStanding({ group: 'garden' }, { all: true })
    await store.removePlants({ all: true })
    assert.deepEqual([await seen('ada'), await seen('bob')], ['', ''])
    await addPlants(store, 'Rose:flower', 'Oak:tree', 'Fern')
    assert.deepEqual([await seen('ada'), await seen('bob')], ['Rose Oak', 'Rose Oak Fern'])
  },
  'a plant whose tag an import changes is seen by users who have the new tag, and no longer by the others':
    async (world) => {
      const seen = await twoUsers(world)
      const { store } = world
      await store.grantStanding({ user: 'ada' }, { tag: 'tree' })
      await store.grantStanding({ group: 'garden' }, { tag: 'shrub' })
      await importText(store, 'importPlants', '{"key":"k1","name":"Yew","tag":"tree"}')
      assert.deepEqual([await seen('ada'), await seen('bob')], ['Oak Yew', ''])
      await importText(store, 'importPlants', '{"key":"k1","name":"Yew","tag":"shrub"}')
      assert.deepEqual([await seen('ada'), await seen('bob')], ['Oak', 'Yew'])
      await importText(store, 'importPlants', '{"key":"k1","name":"Yew"}')
      assert.deepEqual([await seen('ada'), await seen('bob')], ['Oak', ''])
    },
  'revoking one leaves what other grants show the user, and says which grants these are': async (world) => {
    const seen = await twoUsers(world)
    const { store } = world
    await store.grantStanding({ user: 'bob' }, { all: true })
    await store.grantStanding({ user: 'bob' }, { tag: 'tree' })
    await store.grant({ group: 'garden' }, { name: 'Rose' })
    assert.deepEqual(await store.revokeStanding({ user: 'bob' }, { all: true }), {
      matched: 1,
      changed: 1,
      plants: 3,
      stillSeen: [
        { group: undefined, standing: { tag: 'tree' }, users: 1, plants: 1 },
        { group: 'garden', standing: undefined, users: 1, plants: 1 },
      ],
    })
    assert.equal(await seen('bob'), 'Rose Oak')
    const again = await store.revokeStanding({ user: 'bob' }, { all: true })
    assert.deepEqual([again.changed, again.stillSeen.length], [0, 2])
  },
  'revoking a grant that changes nothing, because a group or a standing grant still shows the plant, says so':
    async (world) => {
      await twoUsers(world)
      const { store } = world
      await store.grant({ user: 'bob' }, { name: 'Oak' })
      await store.grant({ group: 'garden' }, { tag: ['tree', 'flower'] })
      await store.grantStanding({ group: 'garden' }, { tag: 'tree' })
      assert.deepEqual(await store.revoke({ user: 'bob' }, { name: 'Oak' }), {
        matched: 1,
        changed: 1,
        stillSeen: [
          { group: 'garden', standing: undefined, users: 1, plants: 1 },
          { group: 'garden', standing: { tag: 'tree' }, users: 1, plants: 1 },
        ],
      })
      await store.grant({ user: 'bob' }, { name: 'Rose' })
      assert.deepEqual((await store.revoke({ group: 'garden' }, { all: true })).stillSeen, [
        { group: undefined, standing: undefined, users: 1, plants: 1 },
        { group: 'garden', standing: { tag: 'tree' }, users: 1, plants: 1 },
      ])
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
    assert.deepEqual(await collect(store.standingGrants()), [...ofBob, ofGarden])
    assert.deepEqual(await collect(store.standingGrants({ user: 'bob' })), ofBob)
    assert.deepEqual(await collect(store.standingGrants({ user: 'ada' })), [])
    assert.deepEqual(await collect(store.standingGrants({ group: 'garden' })), [ofGarden])
    assert.deepEqual(await collect(store.grants()), [])
    await store.removeUser('bob')
    await store.removeGroup('garden')
    assert.deepEqual(await collect(store.standingGrants()), [])
  },
  'more standing grants than fit into a batch are listed once each': async ({ store }) => {
    await store.addUser('ada')
    await store.addUser('bob')
    const tags = Array.from({ length: 1001 }, (_, index) => `tag ${index}`)
    for (const user of ['ada', 'bob']) await store.grantStanding({ user }, { tag: tags })
    const listed = await collect(store.standingGrants())
    assert.equal(listed.length, 2002)
    assert.equal(new Set(listed.map((grant) => JSON.stringify(grant))).size, 2002)
  },
  'a file can contain standing grants, and importing it again changes nothing': async (world) => {
    const seen = await twoUsers(world)
    const { store } = world
    const file =
      'user,group,tag,all,standing\nada,,tree,,true\n,garden,,true,true\nada,,shrub,,true\nada,,flower,,\n'
    assert.deepEqual(await importText(store, 'importGrants', file, 'csv'), {
      lines: 4,
      added: 4,
      updated: 0,
      unchanged: 0,
      problems: 0,
    })
    assert.equal((await importText(store, 'importGrants', file, 'csv')).unchanged, 4)
    await addPlants(store, 'Rose:flower', 'Oak:tree', 'Fern', 'Tulip:flower', 'Box:shrub')
    assert.deepEqual([await seen('ada'), await seen('bob')], ['Rose Oak Box', 'Rose Oak Fern Tulip Box'])
  },
  'a tag that no plant can have and a subject that does not exist are refused': async ({ store }) => {
    await store.addUser('ada')
    await refusedWith('invalid', /The tag "" is empty/, store.grantStanding({ user: 'ada' }, { tag: '' }))
    await refusedWith('invalid', /Say which tags/, store.grantStanding({ user: 'ada' }, { tag: [] }))
    await refusedWith(
      'invalid',
      /longer than/,
      store.revokeStanding({ user: 'ada' }, { tag: 'x'.repeat(1001) }),
    )
    await refusedWith('not-found', /no group/, store.grantStanding({ group: 'ada' }, { all: true }))
    assert.deepEqual(await collect(store.standingGrants()), [])
  },
}
