/** What a store promises about adding and changing single plants. */
import assert from 'node:assert/strict'
import { collect } from '../collect.ts'
import { addPlants, importText, plantsSeen, type Promises, refusedWith, sessionOf } from './world.ts'

export const plantPromises: Promises = {
  'an added plant is at the end of the list, and nobody sees it yet': async ({ store }) => {
    await addPlants(store, 'Rose')
    await store.addUser('ada')
    await store.grant({ user: 'ada' }, { all: true })
    const { secret } = await store.createToken('ada', 'test')
    assert.deepEqual(await store.addPlant({ name: 'Oak', tag: 'tree', key: 'k1' }), {
      id: 2,
      name: 'Oak',
      tag: 'tree',
      key: 'k1',
    })
    assert.deepEqual(await store.addPlant({ name: 'Oak' }), { id: 3, name: 'Oak' })
    assert.deepEqual(
      (await collect(store.plants({ all: true }))).map(({ name }) => name),
      ['Rose', 'Oak', 'Oak'],
    )
    assert.deepEqual(await plantsSeen(store, secret), [{ name: 'Rose' }])
  },
  'a taken key and an invalid text are refused': async ({ store }) => {
    await importText(store, 'importPlants', '{"name":"Elm","key":"k1"}')
    await refusedWith('conflict', /key "k1" already/, store.addPlant({ name: 'Oak', key: 'k1' }))
    await refusedWith('invalid', /The name of the plant is empty/, store.addPlant({ name: '' }))
    await refusedWith(
      'invalid',
      /The tag of the plant is longer/,
      store.addPlant({ name: 'a', tag: 'x'.repeat(1001) }),
    )
    await refusedWith(
      'invalid',
      /The key of the plant has a control/,
      store.addPlant({ name: 'a', key: '\n' }),
    )
    await refusedWith('invalid', /The name of the plant is empty/, store.setPlant({ id: 1 }, { name: '' }))
    await refusedWith('invalid', /The tag of the plant is empty/, store.setPlant({ id: 1 }, { tag: '' }))
    assert.equal((await collect(store.plants({ all: true }))).length, 1)
  },
  'a changed plant is seen changed at once, under a new revision': async ({ store, open }) => {
    const other = await open()
    await importText(store, 'importPlants', '{"name":"Elm","tag":"tree","key":"k1"}')
    await store.addUser('ada')
    await store.grant({ user: 'ada' }, { all: true })
    const { secret } = await store.createToken('ada', 'test')
    const revisions = new Set([(await sessionOf(other, secret)).revision])
    for (const [change, seen] of [
      [{ name: 'Wych elm' }, { name: 'Wych elm', tag: 'tree' }],
      [{ tag: 'hedge' }, { name: 'Wych elm', tag: 'hedge' }],
      [{ tag: null }, { name: 'Wych elm' }],
    ] as const) {
      const { plant, changed } = await store.setPlant(
        revisions.size === 1 ? { key: 'k1' } : { id: 1 },
        change,
      )
      assert.deepEqual([plant, changed], [{ id: 1, key: 'k1', ...seen }, 1])
      assert.deepEqual(await plantsSeen(other, secret), [seen])
      revisions.add((await sessionOf(other, secret)).revision)
    }
    assert.equal(revisions.size, 4)
    assert.equal((await store.setPlant({ id: 1 }, { name: 'Wych elm', tag: null })).changed, 0)
    assert.ok(revisions.has((await sessionOf(other, secret)).revision))
    assert.deepEqual(await collect(store.verify()), [])
  },
  'a plant to be changed must exist': async ({ store }) => {
    await refusedWith('not-found', /no plant with the id 7/, store.setPlant({ id: 7 }, { name: 'a' }))
    await refusedWith('not-found', /no plant with the key "k"/, store.setPlant({ key: 'k' }, { name: 'a' }))
  },
}
