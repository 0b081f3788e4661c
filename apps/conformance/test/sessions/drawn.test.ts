/** Requests before they are sent: the seed alone decides them, and pairs are complete. */
import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { describe, it, test } from 'node:test'
import { randomOf } from '../../src/sessions/stages/random.ts'
import { subjectAt } from '../broken-server.ts'
import { listPlants } from '../subject.ts'
import type { Value, Values } from '../../src/sessions/dimensions/draft.ts'
import { coveringArray, pairsOfRight, type Sorted } from '../../src/sessions/dimensions/cover.ts'
import { everyPair } from '../../src/sessions/stages/successions.ts'
import { runnerAt } from './trial.ts'

/** What a checker with this seed sends. */
function drawn(seed: number): Readonly<Record<string, string>> {
  const url = 'http://127.0.0.1:8080'
  const { runner } = runnerAt(url, subjectAt(url, { seed }))
  const place = { runner, operation: listPlants }
  return {
    sessions: JSON.stringify(randomOf(place, 20)),
    'later sessions': JSON.stringify(randomOf(place, 20, 500)),
  }
}

it('what is sent depends on the seed, and on nothing else', () => {
  const [one, again, other] = [drawn(5), drawn(5), drawn(6)]
  assert.deepEqual(one, again)
  for (const [name, text] of Object.entries(one)) assert.notEqual(text, other[name], name)
  assert.equal(new Set(Object.values(one)).size, 2)
})

describe('a covering array', () => {
  it('has every pair of numbers in every two columns, and no number too large for its column', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(sizes, (columns) => {
        const rows = coveringArray(columns)
        for (const [one, size] of columns.entries()) {
          for (const [other, otherSize] of columns.entries()) {
            if (one === other) continue
            const pairs = new Set(rows.map((row) => `${row[one]} ${row[other]}`))
            assert.equal(pairs.size, size * otherSize)
          }
          assert.ok(rows.every((row) => (row[one] ?? size) < size))
        }
      }),
      { numRuns: 30 },
    )
  })
})

it('every two right values stand together in some request, unless both are ambiguous; no request has two such', () => {
  const sorted = [7, 4, 9, 3].map((length, at): Sorted => {
    const right = Array.from({ length }, (): Value => ({ apply: (draft) => draft }))
    return {
      dimension: { name: `${at}`, values: right },
      right,
      wrong: [],
      ambiguous: new Set(right.slice(2)),
    }
  })
  const made = pairsOfRight(sorted, 9, 1)
  const ambiguous = new Set(sorted.flatMap((one) => [...one.ambiguous]))
  for (const values of made) assert.ok([...values.values()].filter((one) => ambiguous.has(one)).length < 2)
  const has = (values: Values, { dimension }: Sorted, value: Value): boolean =>
    (values.get(dimension) ?? dimension.values[0]) === value
  const wantedPairs = sorted.flatMap((one, at) =>
    sorted
      .slice(at + 1)
      .flatMap((other) => one.right.flatMap((a) => other.right.map((b) => ({ one, other, a, b })))),
  )
  const missing = wantedPairs
    .filter(({ a, b }) => !ambiguous.has(a) || !ambiguous.has(b))
    .filter(({ one, other, a, b }) => !made.some((values) => has(values, one, a) && has(values, other, b)))
  assert.equal(missing.length, 0)
})

test('a succession has every kind after every other, and after itself, once', () => {
  assert.deepEqual(everyPair(0), [])
  for (const n of [1, 2, 5, 12]) {
    const sequence = everyPair(n)
    const pairs = sequence.slice(1).map((one, index) => `${sequence[index]} ${one}`)
    assert.deepEqual([pairs.length, new Set(pairs).size], [n * n, n * n])
  }
})
