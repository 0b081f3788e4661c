/** What a store promises about imports, above all of files that can't be imported. */
import assert from 'node:assert/strict'
import { type ImportProblem, readRecords, type RecordFormat, type Store } from '../../src/index.ts'
import { plantLine } from '../../src/import/lines.ts'
import { bytesOf, importText, type Promises } from './world.ts'

async function plantRecords(store: Store): Promise<string[]> {
  const plants = await Array.fromAsync(store.plants({ all: true }))
  return plants.map(({ key, name, tag }) => [name, tag, key].join('|'))
}

/** Imports a file of any format and returns its problems with their lines. */
async function problemsOf(
  store: Store,
  load: 'importPlants' | 'importUsers' | 'importGrants',
  text: string,
  format: RecordFormat = 'ndjson',
): Promise<string[]> {
  const problems: ImportProblem[] = []
  const outcome = await store[load](readRecords(bytesOf(text), format), (problem) => problems.push(problem))
  assert.equal(outcome.problems, problems.length)
  assert.equal(outcome.added + outcome.updated + outcome.unchanged + outcome.problems, outcome.lines)
  return problems.map(({ line, reason }) => `${line}: ${reason}`)
}

const members = plantLine.members.join(', ')

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
    assert.deepEqual(
      outcomes.map(({ added, problems }) => [added, problems]),
      [
        [50, 0],
        [50, 0],
      ],
    )
    assert.equal((await plantRecords(store)).length, 100)
  },
  'with one bad line nothing is imported; every bad line is reported by its number': async ({ store }) => {
    await importText(store, 'importPlants', lines({ name: 'Oak', key: 'k1' }))
    const rows = Object.entries({
      '{"name":"Elm","key":"k1"}': '',
      '{"name":"Rose"}': '',
      '{"name":""}': 'The name is empty.',
      '{"tag":"tree"}': 'The name is missing.',
      '{"name":"Rose","tag":""}': 'The tag is empty.',
      '{"name":"Rose","tag":null}': 'The tag must be a text; leave it out where there is none.',
      '{"name":7}': 'The name must be a text.',
      '': '',
      '{"name":"Rose","colour":"red"}': `Unknown member "colour"; expected ${members}.`,
      '"Rose"': `The record must be an object with ${members}.`,
      '{"name":"Rose"': "The record is not JSON: Expected ',' or '}' after property value.",
      '{"name":"Fir","key":"k1"}': 'Line 1 has the key "k1" already.',
      [`{"name":"${'x'.repeat(1001)}"}`]: 'The name is longer than 1000 characters.',
      [String.raw`{"name":"\ud83c"}`]: 'The name has an unpaired surrogate in it.',
      [String.raw`{"name":"Rose","key":"a\u0000b"}`]: 'The key has a NUL character in it.',
      '{"name":"Rose","key":"\u3000"}': 'The key is blank.',
    })
    assert.deepEqual(
      await problemsOf(store, 'importPlants', rows.map(([line]) => line).join('\n')),
      rows.flatMap(([, problem], index) => (problem === '' ? [] : [`${index + 1}: ${problem}`])),
    )
    assert.deepEqual(await plantRecords(store), ['Oak||k1'])
  },
  'wrong columns are one problem, whatever the number of lines': async ({ store }) => {
    const rows = '\nx,y'.repeat(5000)
    for (const [load, header, problem] of [
      [
        'importPlants',
        'Rose,flower',
        `Unknown column "Rose", "flower"; expected ${members}. The first line must name the columns.`,
      ],
      ['importPlants', 'tag,key', 'There is no column name.'],
      [
        'importUsers',
        'name,group',
        'Unknown column "group"; expected name, groups. Leave it out with --ignore-column "group".',
      ],
      ['importGrants', 'name,tag', 'There is no column user or group.'],
      ['importGrants', 'user,group', 'There is no column key or name or tag or all.'],
    ] as const) {
      const outcome = await importText(store, load, header + rows, 'csv')
      assert.deepEqual(outcome, { lines: 1, added: 0, updated: 0, unchanged: 0, problems: 1 })
      assert.deepEqual(await problemsOf(store, load, header + rows, 'csv'), [`1: ${problem}`])
    }
  },
  'a bad line of a users file is reported, and no user or group is added': async ({ store }) => {
    const file = lines(
      { name: 'ada', groups: ['new'] },
      { name: 'bob', groups: 'new' },
      { name: 'eve', groups: [''] },
      { name: '\u202Eada' },
      { name: 'eve', groups: ['\u200B'] },
    )
    assert.deepEqual(await problemsOf(store, 'importUsers', file), [
      '2: The groups must be a list of names.',
      '3: The group is empty.',
      '4: The name has a character in it that changes the direction of writing.',
      '5: The group is blank.',
    ])
    assert.deepEqual([await Array.fromAsync(store.users()), await Array.fromAsync(store.groups())], [[], []])
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
    assert.deepEqual(await Array.fromAsync(store.grants()), [])
  },
  'a standing grant in a file is one of a tag or of all plants': async ({ store }) => {
    await store.addUser('ada')
    const file = [
      '{"user":"ada","key":"k1","standing":true}',
      '{"user":"ada","tag":"tree","name":"Oak","standing":true}',
      '{"user":"ada","tag":"tree","standing":false}',
      '{"user":"ada","standing":true}',
      '{"user":"ada","tag":"tree","standing":true}',
    ]
    const ofTagOrAll = 'A standing grant is of a tag or of all plants: leave key and name out.'
    assert.deepEqual(await problemsOf(store, 'importGrants', file.join('\n')), [
      `1: ${ofTagOrAll}`,
      `2: ${ofTagOrAll}`,
      '3: "standing" must be true; leave it out if the grant is only for the plants that exist now.',
      '4: Say which plants: by key, name or tag, or all of them with true.',
    ])
    assert.deepEqual(await Array.fromAsync(store.standingGrants()), [])
  },
}
