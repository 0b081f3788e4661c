/** Which figures of a week are flat, checked with hand-worked examples. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTrend } from '../src/week/run-week.ts'

/** Deviations up and down, in no order. */
const noise = [3, -9, 7, 0, -4, 9, -7, 2, 5, -6, 8, -2, 1, -8, 6, -1, 4, -5, -3, 9]

test('figures that vary around one value, grow by little or shrink are flat, even with outliers', () => {
  for (const by of [0, 4, -40]) {
    const samples = noise.map((more, at) => 1000 + more + at * by + (at % 7 === 6 ? 5000 : 0))
    assert.equal(checkTrend(samples, 8).isFlat, true)
  }
})

test('figures that grow by more are not flat; small figures may grow by a few, whatever share that is', () => {
  assert.equal(
    checkTrend(
      [...noise.keys()].map((at) => 1000 + at * 10),
      8,
    ).isFlat,
    false,
  )
  assert.equal(checkTrend([1, 2, 3, 4, 5, 6, 7, 8, 9], 8).isFlat, true)
  assert.equal(checkTrend([1, 3, 5, 7, 9, 11, 13, 15, 17], 8).isFlat, false)
})
