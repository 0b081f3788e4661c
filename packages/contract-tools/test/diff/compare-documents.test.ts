/** Each edit of a table is rated correctly, at its place; the same content written differently is no change. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { toPointer } from '../../src/document/json.ts'
import { UserError } from '../../src/user-error.ts'
import { compare, edit, plantStore, read, rich } from './compare.ts'

/** A row of edits.yaml, whose head says what its members mean. */
interface Edit {
  readonly what: string
  readonly set?: Readonly<Record<string, unknown>>
  readonly delete?: readonly string[]
  readonly due: readonly string[]
  readonly says?: string
  readonly at?: string
  readonly from?: Readonly<Record<string, unknown>>
}
const edits = parse(read('edits.yaml')) as Readonly<
  Record<'plantStore' | 'rich' | 'meaning', readonly Edit[]>
>

const rank = ['major', 'minor', 'patch']
const byGravity = (a: string, b: string): number =>
  rank.indexOf(a.split(' ')[0] ?? '') - rank.indexOf(b.split(' ')[0] ?? '') || a.localeCompare(b)

for (const [name, text, rows] of [
  ['the plant store', plantStore, edits.plantStore],
  ['a contract with everything', rich, edits.rich],
  ['what it means', rich, edits.meaning],
] as const) {
  describe(`${name}: each of ${rows.length} edits`, () => {
    for (const one of rows) it(`${one.what}: ${one.due.join(', ') || 'no change'}`, () => check(text, one))
  })
}

/** The members of each object in reverse order. */
const reverse = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => reverse(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reverse(member)]),
  )
}

function check(text: string, { from = {}, set = {}, delete: gone = [], due, says = '.', at }: Edit): void {
  const before = edit(text, from)
  const changes = compare(before, edit(before, set, gone))
  const told = changes.map(({ level, breaks }) => [level, ...breaks].join(' '))
  assert.deepEqual(told.toSorted(byGravity), due, JSON.stringify(changes.map((change) => change.says)))
  const places = new Set([at, ...gone, ...Object.keys(set)])
  for (const change of changes) {
    assert.match(change.says, new RegExp(says))
    assert.notEqual(change.why, '')
    const place = toPointer(change.spot.steps)
    assert.ok(places.has(place), `shown at ${place}`)
  }
}

describe('the same content written differently', () => {
  it('a document is the same as itself, whatever the order of its members and its line breaks', () => {
    assert.deepEqual(compare(plantStore, plantStore), [])
    const reversed = JSON.stringify(reverse(parse(plantStore)))
    assert.deepEqual(compare(plantStore, reversed), [])
    const broken = plantStore.replace('may have 8000 bytes; all', 'may have 8000 bytes;\n    all')
    assert.notEqual(broken, plantStore)
    assert.deepEqual(compare(plantStore, broken), [])
  })

  it('a component in place of a reference to it: only names of schemas appear in generated code', () => {
    const inPlace = edit(plantStore, {
      '/paths/~1plants/get/parameters/0': {
        name: 'limit',
        in: 'query',
        description: 'The maximum number of results to return',
        schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
      },
    })
    assert.deepEqual(compare(plantStore, inPlace), [])
  })
})

describe('the table of errors', () => {
  const row = /^ *\| 40401 \|.*\n/m
  const rows = [
    ['one row fewer', (text: string) => text.replace(row, ''), 'major', /Error 40401 is gone/],
    [
      'one more row',
      (text: string) => text.replace(row, '$&    | 40402 | 404 | Gone. | it went |\n'),
      'minor',
      /Error 40402 is new/,
    ],
    [
      'another status',
      (text: string) => text.replace('| 40401 | 404 |', '| 40401 | 410 |'),
      'major',
      /status is "410", was "404"/,
    ],
    [
      'another message',
      (text: string) => text.replace('There is nothing at this path.', 'Nothing is here.'),
      'minor',
      /message is "Nothing is here\."/,
    ],
    [
      'another cause',
      (text: string) => text.replace('the path is not `/plants`', 'it is elsewhere'),
      'patch',
      /sentWhen is/,
    ],
  ] as const
  for (const [what, change, level, says] of rows) {
    it(`${what}: ${level}`, () => {
      const changes = compare(plantStore, change(plantStore))
      assert.deepEqual(
        changes.map((one) => one.level),
        [level],
      )
      assert.match(changes[0]?.says ?? '', says)
    })
  }
})

describe('places', () => {
  it('a change is shown at its line in the new document; what is gone, at its line in the old one', () => {
    const lower = plantStore.replace('maximum: 2147483647', 'maximum: 9')
    const [change] = compare(plantStore, lower)
    assert.equal(change?.spot.document.name, 'now.yaml')
    const line = lower.split('\n').findIndex((one) => one.endsWith('maximum: 9')) + 1
    assert.equal(change?.spot.document.lineOf(change.spot.steps), line)
    const less = plantStore.replace(/^ {8}tag:\n(?: {10}.*\n){2}/m, '')
    const [gone] = compare(plantStore, less)
    assert.equal(gone?.spot.document.name, 'before.yaml')
    assert.equal(
      plantStore.split('\n')[(gone?.spot.document.lineOf(gone.spot.steps) ?? 0) - 1],
      '        tag:',
    )
  })
})

describe('broken documents', () => {
  const faults = [
    ['no YAML', 'openapi: [', /^now\.yaml:\d+:\d+ is not well-formed: /],
    [
      'an anchor within itself',
      'openapi: 3.1.0\ninfo: &a { title: *a }',
      /^now\.yaml is no tree: an anchor contains/,
    ],
    ['an alias of nothing', 'openapi: 3.1.0\ninfo: *a', /^now\.yaml is no tree: Unresolved alias/],
    [
      'aliases without end',
      `openapi: 3.1.0\na: &a [x, x, x, x, x, x, x, x]\n${['b', 'c', 'd', 'e'].map((name, at) => `${name}: &${name} [${`*${'abcd'[at]},`.repeat(9)}]`).join('\n')}`,
      /^now\.yaml is no tree: Excessive alias count/,
    ],
    ['a text of many brackets', `openapi: ${'['.repeat(99_999)}`, /^now\.yaml/],
    ['a list', '[]', /^now\.yaml is no OpenAPI document/],
    ['nothing', '', /^now\.yaml is no OpenAPI document/],
    [
      'a reference to nothing',
      plantStore.replace('#/components/parameters/Limit', '#/components/parameters/Limits'),
      /^now\.yaml:\d+ \/paths\/~1plants\/get\/parameters\/0: \$ref "#\/components\/parameters\/Limits" leads to nothing\.$/,
    ],
    [
      'a reference out of the document',
      plantStore.replace("'#/components/responses/Plants'", 'plants.yaml'),
      /leads out of the document/,
    ],
    [
      'a reference to itself',
      edit(plantStore, { '/components/parameters/Limit': { $ref: '#/components/parameters/Limit' } }),
      /leads back to itself/,
    ],
  ] as const
  for (const [what, now, message] of faults) {
    it(`${what}: a sentence with the place`, () => {
      assert.throws(
        () => compare(plantStore, now),
        (error) => error instanceof UserError && message.test(error.message),
      )
    })
  }
})
