/** Which values meet: all pairs of right ones, every kind behind every other. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import * as fc from 'fast-check'
import { coveringArray, wrongBesideRight } from '../../src/sessions/cover.ts'
import { sortedValues } from '../../src/sessions/sorted-values.ts'
import { everyPair, everyRun } from '../../src/sessions/successions.ts'
import { runnerAt } from './runner-at.ts'

describe('the values of an operation', () => {
  // Nothing is sent.
  const { runner } = runnerAt('http://127.0.0.1:1', { callers: [{ token: 'good-good-good', plants: [] }] })
  const place = { runner, operation: operations.listPlants }
  const { dimensions, sorted, toWanted } = sortedValues(place)

  it('are sorted once in a check, and the request with one of them is made once', () => {
    const dimension = dimensions.find(({ name }) => name === 'path') ?? assert.fail()
    const one = new Map([[dimension, dimension.values[1] ?? assert.fail()]])
    assert.equal(sortedValues(place).sorted, sorted)
    assert.equal(toWanted(new Map(one)).request, toWanted(one).request)
  })

  it('have every right one beside a missing credential, however few stand beside other wrong ones', () => {
    const credential = sorted.find(({ dimension }) => dimension.name === 'credential') ?? assert.fail()
    const all = wrongBesideRight(sorted, { first: 1, each: 0, of: 1 }, 1)
    const missing = all.filter((values) => values.get(credential.dimension) === credential.wrong[0])
    const others = sorted.filter((one) => one !== credential)
    assert.equal(missing.length, Math.max(...others.map(({ right }) => right.length)))
    assert.equal(all.length - missing.length, others.filter(({ wrong }) => wrong.length > 0).length)
  })
})

describe('a covering array', () => {
  it('has every pair of numbers in every two columns, and no number that is none', () => {
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

  it('is not much longer than the two longest columns take', () => {
    assert.equal(coveringArray([20, 20, 3, 2]).length, 23 * 23)
  })
})

describe('a succession', () => {
  it('has every kind behind every other, and behind itself', () => {
    for (const n of [1, 2, 5, 12]) {
      const sequence = everyPair(n)
      const pairs = new Set(sequence.slice(1).map((one, index) => `${sequence[index]} ${one}`))
      assert.equal(pairs.size, n * n)
    }
  })

  it('has every three kinds behind each other, once', () => {
    for (const n of [1, 2, 4, 9]) {
      const sequence = everyRun(n, 3)
      const threes = sequence.slice(2).map((one, index) => `${sequence[index]} ${sequence[index + 1]} ${one}`)
      assert.equal(new Set(threes).size, n ** 3)
      assert.equal(threes.length, n ** 3)
    }
  })
})
