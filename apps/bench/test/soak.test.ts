/** The verdict of a soak: growth is found, and mere variation is not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTrend } from '../src/soak/flatness.ts'

const tolerance = { share: 0.1, least: 8 }
/** Deviations up and down, in no order. */
const noise = [3, -9, 7, 0, -4, 9, -7, 2, 5, -6, 8, -2, 1, -8, 6, -1, 4, -5, -3, 9]

test('figures that vary around one value are flat, even with outliers', () => {
  const samples = noise.map((by, at) => 1000 + by + (at % 7 === 6 ? 5000 : 0))
  const trend = checkTrend(samples, tolerance)
  assert.equal(trend.isFlat, true)
  assert.ok(Math.abs(trend.growth) < 20)
})

test('figures that grow by more than allowed are not flat, and start, middle and end show it', () => {
  const samples = noise.map((by, at) => 1000 + by + at * 10)
  const { start, middle, end, growth, isFlat } = checkTrend(samples, tolerance)
  assert.equal(isFlat, false)
  assert.ok(start < middle && middle < end)
  assert.ok(Math.abs(growth - 190) < 20)
})

test('figures that grow by less, or shrink, are flat', () => {
  for (const by of [4, -40]) {
    const samples = noise.map((more, at) => 1000 + more + at * by)
    assert.equal(checkTrend(samples, tolerance).isFlat, true)
  }
})

test('small figures may grow by a few, whatever share that is', () => {
  assert.equal(checkTrend([1, 2, 3, 4, 5, 6, 7, 8, 9], tolerance).isFlat, true)
  assert.equal(checkTrend([1, 3, 5, 7, 9, 11, 13, 15, 17], tolerance).isFlat, false)
})

test('two samples are too few for a trend', () => {
  assert.throws(() => checkTrend([1, 2], tolerance), RangeError)
})
