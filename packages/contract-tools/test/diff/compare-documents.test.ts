/** Each edit of a table is rated correctly, at its place; the same content written differently is no change. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { toPointer } from '../../src/document/json.ts'
import { compare, edit, plantStore, read, rich } from './compare.ts'

/** A row of edits.yaml, whose head says what its members mean. */
interface Edit {
  readonly what: string
  readonly set?: Readonly<Record<string, unknown>>
  readonly text?: readonly [old: string, now: string]
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

function check(
  whole: string,
  { from = {}, set = {}, text, delete: gone = [], due, says = '.', at }: Edit,
): void {
  const before = edit(whole, from)
  const now = edit(text === undefined ? before : before.replace(...text), set, gone)
  assert.notEqual(now, before)
  const changes = compare(before, now)
  const ratings = changes.map(({ level, breaks }) => [level, ...breaks].join(' '))
  assert.deepEqual(ratings.toSorted(byGravity), due, JSON.stringify(changes.map((change) => change.says)))
  const places = new Set([at, ...gone, ...Object.keys(set)])
  for (const { spot, ...change } of changes) {
    assert.match(change.says, new RegExp(says))
    const place = toPointer(spot.steps)
    assert.ok(places.has(place), `shown at ${place}`)
    // What is gone has its line in the old document.
    const shown = (spot.document.name === 'now.yaml' ? now : before).split('\n')
    const line = shown[spot.document.lineOf(spot.steps) - 1] ?? ''
    const last = spot.steps.at(-1) ?? ''
    const isThere = line.includes(last) || (/^\d+$/.test(last) && line.includes('- '))
    assert.ok(isThere, `${place} is not in the line ${line}`)
  }
}

it('a document is the same as itself, whatever the order of its members', () => {
  assert.deepEqual(compare(plantStore, plantStore), [])
  assert.deepEqual(compare(plantStore, JSON.stringify(reverse(parse(plantStore)))), [])
})
