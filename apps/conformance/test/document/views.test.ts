/** What comes back, held against what was sent: damage on its way is told from what a service may choose. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { damageOf, patched, viewOf } from '../../src/document/stages/things/views.ts'

const long = 'as long as it is, and even longer'

describe('sent and come back:', () => {
  for (const [name, sent, came, due] of [
    [
      'a float of 32 bits',
      1234.56,
      Math.fround(1234.56),
      'a cut to 32 bits: 1234.56005859375 in place of 1234.56',
    ],
    [
      'a whole number of 32 bits',
      2 ** 31,
      -(2 ** 31),
      'a cut to 32 bits: -2147483648 in place of 2147483648',
    ],
    ['a number that is rounded', 1234.567, 1234.57, undefined],
    ['a number without its fraction', 1.5, 1, undefined],
    ['letters', 'Grüße', 'Gr??e', undefined],
    ['letters beyond ASCII', 'Grüße', 'GrÃ¼Ã\u009fe', 'a with other letters'],
    ['letters of another normal form', 'é', 'e\u0301', undefined],
    ['a text without blanks at its end', `${long}  `, long, undefined],
    ['the day before', '2027-12-07', '2027-12-06', 'a one day early: 2027-12-06'],
    ['the day before a weekend', '2027-12-05', '2027-12-04', undefined],
    ['the day after', '2027-12-07', '2027-12-08', undefined],
    [
      'a time without its offset',
      '2027-12-05T17:00:00+01:00',
      '2027-12-05T17:00:00Z',
      'a without its offset: 2027-12-05T17:00:00Z in place of 2027-12-05T17:00:00+01:00',
    ],
    ['a time with another offset', '2027-12-05T17:00:00+01:00', '2027-12-05T16:00:00Z', undefined],
    ['a time at noon', '2027-12-05T12:00:00Z', '2027-12-05T11:00:00Z', undefined],
  ] as const)
    test(name, () => {
      assert.equal(damageOf({ a: sent }, { a: came }), due)
      assert.equal(damageOf({ in: { a: sent } }, { in: { a: came }, b: 1 }), due)
      assert.equal(damageOf({ a: sent }, { b: came }), undefined)
    })
})

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
