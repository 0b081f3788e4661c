/** Parameters that contradict each other may be refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReversed } from '../../src/document/oracle/parameters.ts'

for (const [values, is] of [
  [{ starts_from: '2026-02-01T00:00:00Z', starts_before: '2026-01-01T00:00:00Z' }, true],
  [{ starts_from: '2026-01-01', starts_before: '2026-02-01' }, false],
  [{ minPrice: 5, maxPrice: 5 }, true],
  [{ maxPrice: 5, min_price: 4 }, false],
  [{ endAfter: 7, 'end-before': 3 }, true],
  [{ max: 3 }, false],
  [{ from: 'Ulm', to: 'Bonn' }, false],
] as const)
  test(`${JSON.stringify(values)} ends ${is ? '' : 'not '}before it begins`, () => {
    assert.equal(isReversed(new Map(Object.entries(values))), is)
  })
