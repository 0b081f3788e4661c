/** A list shows only what it can show. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareLists } from '../../src/oracle/compare-lists.ts'
import { Examination } from '../../src/oracle/examination.ts'

/** The rules that the right list shows to be kept. */
function keptBy(names: readonly string[], limit?: number): ReadonlySet<string> {
  const whole = names.map((name) => ({ name }))
  const seen = new Examination()
  compareLists(whole.slice(0, limit), { whole, isFromWorld: true, limit, ofOthers: [] }, seen)
  return seen.kept
}

test('no order is shown by one plant', () => {
  assert.deepEqual(
    [keptBy(['Oak']).has('order-as-added'), keptBy(['Oak', 'Alder']).has('order-as-added')],
    [false, true],
  )
})

test('an empty list shows that a caller may have no plants only if the caller has none', () => {
  const rule = 'any-number-of-plants'
  assert.deepEqual([keptBy(['Oak'], 0).has(rule), keptBy([]).has(rule)], [false, true])
})
