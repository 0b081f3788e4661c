/** What a thing is seen to be: the same in other forms is no change. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patched, viewOf } from '../../src/document/stages/things/views.ts'

test('a time is the same with another offset, and with fractions of a second', () => {
  const [one, other] = ['2027-03-18T17:30:00Z', '2027-03-18T18:30:00.250+01:00'].map((at) => viewOf({ at }))
  assert.deepEqual(one, other)
})

test('a decimal number in a text is the same with zeros at its end', () => {
  const written = (all: readonly string[]): readonly unknown[] => all.map((price) => viewOf({ price }))
  assert.deepEqual(written(['7', '-0.50', '100']), written(['7.00', '-0.5', '100.0']))
  for (const [one, other] of [written(['7', '70']), written(['01234', '1234']), written(['1.2.0', '1.2'])])
    assert.notDeepEqual(one, other)
})

test('within a member, null is as nothing: a patch removes what it makes null', () => {
  const [one, other] = [
    { in: { a: 1, b: null }, c: null },
    { in: { a: 1 }, c: null },
  ].map((all) => viewOf(all))
  assert.deepEqual(one, other)
  assert.deepEqual(patched(viewOf({ in: { a: 1, b: 2 } }), { in: { b: null } }), viewOf({ in: { a: 1 } }))
})
