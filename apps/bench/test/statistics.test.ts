/** Medians, ranges and ratios, checked with hand-worked examples and by their laws. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median, pairedRatio, summarize } from '../src/statistics.ts'

test('the median is the middle value, whatever the order', () => {
  assert.equal(median([3]), 3)
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([10, 9, 2]), 9)
})

test('the median of an even number of values is halfway between the middle two', () => {
  assert.equal(median([1, 2]), 1.5)
  assert.equal(median([100, 1, 3, 2]), 2.5)
})

test('one bad round moves the range but not the median', () => {
  assert.deepEqual(summarize([100, 101, 5, 99, 102]), { median: 100, min: 5, max: 102 })
})

test('a summary leaves the values in their order', () => {
  const values = [3, 1, 2]
  summarize(values)
  assert.deepEqual(values, [3, 1, 2])
})

test('a ratio is taken round by round: a slow moment that both share cancels out', () => {
  assert.deepEqual(pairedRatio([200, 20, 210], [100, 10, 100]), { median: 2, min: 2, max: 2.1 })
})

test('there is no median without values, and no ratio for rounds without a counterpart', () => {
  assert.throws(() => median([]), RangeError)
  assert.throws(() => pairedRatio([1, 2], [1]), RangeError)
})
