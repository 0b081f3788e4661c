/** What a store promises about imports. */
import assert from 'node:assert/strict'
import { readRecords, type Store } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { bytesOf, importText, type Promises, plantsOf } from './world.ts'

const added = (count: number): object => ({
  lines: count,
  added: count,
  updated: 0,
  unchanged: 0,
  problems: 0,
})
const unchanged = (count: number): object => ({ ...added(0), lines: count, unchanged: count })

async function plantRecords(store: Store): Promise<string[]> {
  const plants = await collect(store.plants({ all: true }))
  return plants.map(({ key, name, tag }) => [name, tag, key].join('|'))
}

const lines = (...values: readonly object[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n')

async function* broken(): AsyncGenerator<Uint8Array> {
  yield* bytesOf('{"name":"Rose"}\n')
  throw new Error('the disk was pulled out')
}

function fifty(mark: string): string {
  return lines(...Array.from({ length: 50 }, (_, at) => ({ name: `${mark}${at}` })))
}

export const importPromises: Promises = {
  'plants are added in the order of the file': async ({ store }) => {
    const file = lines({ name: 'Rose', tag: 'flower' }, { name: 'Oak', key: 'k1' }, { name: 'Apple' })
    assert.deepEqual(await importText(store, 'importPlants', file), added(3))
    assert.deepEqual(await plantRecords(store), ['Rose|flower|', 'Oak||k1', 'Apple||'])
  },
  'importing a file again changes nothing, whatever it contains twice': async ({ store }) => {
    const rose = { name: 'Rose', tag: 'flower' }
    const file = lines(rose, rose, { name: 'Rose' }, { name: 'Rose', tag: 'flower', key: 'k1' }, rose)
    assert.deepEqual(await importText(store, 'importPlants', file), added(5))
    const before = await collect(store.plants({ all: true }))
    assert.deepEqual(await importText(store, 'importPlants', file), unchanged(5))
    assert.deepEqual(await collect(store.plants({ all: true })), before)
  },
  'a file that has grown adds only what is new': async ({ store }) => {
    const rose = { name: 'Rose' }
    await importText(store, 'importPlants', lines(rose, { name: 'Oak' }))
    const outcome = await importText(
      store,
      'importPlants',
      lines(rose, { name: 'Oak' }, rose, { name: 'Elm' }),
    )
    assert.deepEqual(outcome, { lines: 4, added: 2, updated: 0, unchanged: 2, problems: 0 })
    assert.deepEqual(await plantRecords(store), ['Rose||', 'Oak||', 'Rose||', 'Elm||'])
  },
  'a key identifies a plant for good: its name and tag follow the file, even if keys swap them': async ({
    store,
  }) => {
    await importText(
      store,
      'importPlants',
      lines({ name: 'A', key: 'k1' }, { name: 'B', tag: 'b', key: 'k2' }),
    )
    const swapped = lines({ name: 'B', tag: 'b', key: 'k1' }, { name: 'A', key: 'k2' }, { name: 'A' })
    const outcome = await importText(store, 'importPlants', swapped)
    assert.deepEqual(outcome, { lines: 3, added: 1, updated: 2, unchanged: 0, problems: 0 })
    assert.deepEqual(await plantRecords(store), ['B|b|k1', 'A||k2', 'A||'])
  },
  'users are added with their groups; memberships are added, never ended': async ({ store }) => {
    const file = lines({ name: 'ada', groups: ['garden', 'forest'] }, { name: 'bob' })
    assert.deepEqual(await importText(store, 'importUsers', file), added(2))
    assert.deepEqual(await importText(store, 'importUsers', file), unchanged(2))
    const outcome = await importText(
      store,
      'importUsers',
      lines({ name: 'ada' }, { name: 'bob', groups: ['garden'] }),
    )
    assert.deepEqual(outcome, { lines: 2, added: 0, updated: 1, unchanged: 1, problems: 0 })
    const users = await collect(store.users())
    assert.deepEqual(
      users.map(({ groups }) => groups.join(' ')),
      ['forest garden', 'garden'],
    )
  },
  'grants are made as by the command, and only once': async ({ store }) => {
    await importText(
      store,
      'importPlants',
      lines({ name: 'Rose', tag: 'flower' }, { name: 'Oak', key: 'k1' }),
    )
    await importText(store, 'importUsers', lines({ name: 'ada', groups: ['garden'] }))
    const file = lines(
      { user: 'ada', key: 'k1' },
      { group: 'garden', all: true },
      { user: 'ada', tag: 'flower', name: 'Rose' },
    )
    assert.deepEqual(await importText(store, 'importGrants', file), added(3))
    assert.deepEqual(await importText(store, 'importGrants', file), unchanged(3))
    assert.equal((await collect(store.grants())).length, 4)
    assert.equal((await plantsOf(store, 'ada')).length, 2)
  },
  'each line of a file of grants counts by what it is the first to grant, whatever lines surround it':
    async ({ store }) => {
      await importText(
        store,
        'importPlants',
        lines(
          { name: 'Rose', tag: 'flower', key: 'k1' },
          { name: 'Rose' },
          { name: 'Oak', key: 'k2' },
          { name: 'Fern', tag: 'fern' },
        ),
      )
      await importText(store, 'importUsers', lines({ name: 'ada', groups: ['garden'] }, { name: 'zo\u00eb' }))
      const file = [
        { user: 'ada', key: 'k1' },
        { user: 'ada', key: 'k1', tag: 'flower' },
        { user: 'ada', name: 'Rose' },
        { user: 'ada', name: 'Rose' },
        { user: 'zoe\u0308', tag: 'fern' },
        { user: 'ada', tag: 'flower' },
        { user: 'zoe\u0308', tag: 'flower' },
        { user: 'zoe\u0308', key: 'k1', name: 'Rose' },
        { group: 'garden', name: 'Rose', tag: 'flower' },
        { group: 'garden', key: 'k2' },
        { group: 'garden', key: 'k2' },
      ]
      const outcome = await importText(store, 'importGrants', lines(...file))
      assert.deepEqual(outcome, { lines: 11, added: 6, updated: 0, unchanged: 5, problems: 0 })
      assert.deepEqual(await importText(store, 'importGrants', lines(...file)), unchanged(11))
      const grants = (await collect(store.grants())).map(({ subject, plant }) =>
        [...Object.values(subject), plant.name, plant.key].join(' '),
      )
      assert.deepEqual(grants, [
        'ada Rose k1',
        'ada Rose ',
        'zo\u00eb Rose k1',
        'zo\u00eb Fern ',
        'garden Rose k1',
        'garden Oak k2',
      ])
      assert.equal((await plantsOf(store, 'ada')).length, 3)
      const wrong = { user: 'ada', key: 'k1', name: 'Oak' }
      const refused = await importText(store, 'importGrants', lines(wrong, { user: 'ada', key: 'k2' }))
      assert.deepEqual(refused, { lines: 2, added: 1, updated: 0, unchanged: 0, problems: 1 })
      assert.equal((await collect(store.grants())).length, 6)
    },
  'a file that can no longer be read changes nothing, and fails like its stream': async ({ store }) => {
    await assert.rejects(
      store.importPlants(readRecords(broken(), 'ndjson'), () => undefined),
      /pulled out/,
    )
    assert.deepEqual(await plantRecords(store), [])
    await assert.rejects(
      store.importPlants(readRecords(bytesOf('x'), 'ndjson'), () => {
        throw new Error('enough')
      }),
      /enough/,
    )
  },
  'two simultaneous imports both succeed': async ({ store }) => {
    const outcomes = await Promise.all(
      ['a', 'b'].map((mark) => importText(store, 'importPlants', fifty(mark))),
    )
    assert.deepEqual(outcomes, [added(50), added(50)])
    assert.equal((await plantRecords(store)).length, 100)
  },
}
