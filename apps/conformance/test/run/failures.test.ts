/** Findings with one cause are one failure, findings with several causes are several. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findFailures } from '../../src/run/failures.ts'
import { asked, finding } from './bench.ts'
import { rules, table } from './failures-table.ts'

describe('one cause is one failure, two are two:', () => {
  for (const [name, [findings, due]] of Object.entries(table)) {
    test(name, () => {
      const failures = findFailures(rules, findings)
      assert.deepEqual(
        failures.map((one) => [one.headline, one.findings.length]),
        Object.entries(due),
      )
    })
  }
})

test('our own checker is shown before tools, short lines before long ones, the cause before what follows', () => {
  const lines = [
    ['prism', 'curl'],
    ['sessions', 'curl -s --long'],
    ['sessions', 'curl -s'],
  ] as const
  const findings = lines.map(([checker, curl]) => finding('newest-first', { checker, curl }))
  assert.equal(findFailures(rules, findings)[0]?.findings[0]?.curl, 'curl -s')
  const [both] = findFailures(rules, [
    asked('head-as-get', '/pets', 500),
    asked('listPets:failure', '/pets', 500),
  ])
  assert.deepEqual(both?.rules, ['head-as-get', 'listPets:failure'])
  const [refused] = findFailures(rules, [
    asked('head-as-get', '/pets', 401),
    asked('listPets:success', '/pets', 401),
  ])
  assert.deepEqual(refused?.rules, ['listPets:success', 'head-as-get'])
  assert.equal(refused?.findings[0]?.rule, 'listPets:success')
})
