/** What a store promises about files. */
import assert from 'node:assert/strict'
import { readRecords, type ImportProblem, type Store } from '../../src/index.ts'
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

/** Imports a file of some format and says what was wrong with which line. */
async function problemsOf(
  store: Store,
  load: 'importPlants' | 'importUsers' | 'importGrants',
  text: string,
): Promise<string[]> {
  const problems: ImportProblem[] = []
  const outcome = await store[load](readRecords(bytesOf(text), 'ndjson'), (problem) => problems.push(problem))
  assert.equal(outcome.problems, problems.length)
  assert.equal(outcome.added + outcome.updated + outcome.unchanged + outcome.problems, outcome.lines)
  return problems.map(({ line, reason }) => `${line}: ${reason}`)
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
  'importing a file again changes nothing, whatever stands twice in it': async ({ store }) => {
    const rose = { name: 'Rose', tag: 'flower' }
    const file = lines(rose, rose, { name: 'Rose' }, { name: 'Rose', tag: 'flower', key: 'k1' }, rose)
    assert.deepEqual(await importText(store, 'importPlants', file), added(5))
    const before = await collect(store.plants({ all: true }))
    assert.deepEqual(await importText(store, 'importPlants', file), unchanged(5))
    assert.deepEqual(await collect(store.plants({ all: true })), before)
  },
  'a file that has grown adds what it grew by': async ({ store }) => {
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
  'a key names a plant for good: its name and tag follow the file, keys may even swap them': async ({
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
  'one bad line and nothing is imported; every bad line is reported by its number': async ({ store }) => {
    await importText(store, 'importPlants', lines({ name: 'Oak', key: 'k1' }))
    const file = [
      '{"name":"Elm","key":"k1"}',
      '{"name":"Rose"}',
      '{"name":""}',
      '{"tag":"tree"}',
      '{"name":"Rose","tag":""}',
      '{"name":"Rose","tag":null}',
      '{"name":7}',
      '',
      '{"name":"Rose","colour":"red"}',
      '"Rose"',
      '{"name":"Rose"',
      '{"name":"Elm","key":"k1"}',
      `{"name":"${'x'.repeat(1001)}"}`,
      String.raw`{"name":"\ud83c"}`,
      String.raw`{"name":"Rose","key":"a\u0000b"}`,
    ]
    assert.deepEqual(await problemsOf(store, 'importPlants', file.join('\n')), [
      '3: The name is empty.',
      '4: The name is missing.',
      '5: The tag is empty.',
      '6: The tag must be a text; leave it out where there is none.',
      '7: The name must be a text; leave it out where there is none.',
      '9: Unknown member "colour"; expected name, tag, key.',
      '10: The record must be an object with name, tag, key.',
      `11: The record is not JSON: Expected ',' or '}' after property value in JSON at position 14 (line 1 column 15).`,
      '12: Line 1 has the key "k1" already.',
      '13: The name is longer than 1000 characters.',
      '14: The name has half a character in it (a lone surrogate).',
      '15: The key has a NUL character in it.',
    ])
    assert.deepEqual(await plantRecords(store), ['Oak||k1'])
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
  'a bad line of a users file is reported, and no user or group is added': async ({ store }) => {
    const file = lines(
      { name: 'ada', groups: ['new'] },
      { name: 'bob', groups: 'new' },
      { name: 'eve', groups: [''] },
    )
    assert.deepEqual(await problemsOf(store, 'importUsers', file), [
      '2: The groups must be a list of names.',
      '3: The group is empty.',
    ])
    assert.deepEqual([await collect(store.users()), await collect(store.groups())], [[], []])
  },
  'grants are made as the command makes them, and once': async ({ store }) => {
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
  'a bad line of a grants file is reported, and nothing is granted': async ({ store }) => {
    await importText(store, 'importPlants', lines({ name: 'Rose' }))
    await importText(store, 'importUsers', lines({ name: 'ada', groups: ['garden'] }))
    const file = lines(
      { user: 'ada', name: 'Rose' },
      { user: 'eve', name: 'Rose' },
      { group: 'eve', name: 'Rose' },
      { user: 'ada', name: 'Elm' },
      { user: 'ada', group: 'garden', all: true },
      { name: 'Rose' },
      { user: 'ada' },
      { user: 'ada', all: 'yes' },
      { user: 'ada', all: true, name: 'Rose' },
    )
    const problems = await problemsOf(store, 'importGrants', file)
    assert.deepEqual(problems.toSorted(), [
      '2: There is no user named "eve".',
      '3: There is no group named "eve".',
      '4: No plant matches.',
      '5: Name either a user or a group.',
      '6: Name either a user or a group.',
      ...[7, 8, 9].map((line) => `${line}: Say which plants: by key, name or tag, or all of them with true.`),
    ])
    assert.deepEqual(await collect(store.grants()), [])
  },
  'a file that can no longer be read changes nothing, and fails as its stream does': async ({ store }) => {
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
  'two imports at once both arrive': async ({ store }) => {
    const outcomes = await Promise.all(
      ['a', 'b'].map((mark) => importText(store, 'importPlants', fifty(mark))),
    )
    assert.deepEqual(outcomes, [added(50), added(50)])
    assert.equal((await plantRecords(store)).length, 100)
  },
}
