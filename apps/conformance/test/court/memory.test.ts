/** What a judge remembers of a check is bounded, however long the check lasts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Memory } from '../../src/court/memory.ts'

test('what came first stays, and may change; what comes after the first 50,000 is not remembered', () => {
  const memory = new Memory<number>()
  for (let n = 0; n <= 50_000; n += 1) memory.set(String(n), n)
  memory.set('7', -7)
  assert.deepEqual(
    ['0', '7', '49999', '50000'].map((key) => memory.get(key)),
    [0, -7, 49_999, undefined],
  )
})
