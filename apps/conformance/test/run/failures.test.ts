/** Findings with one cause are one failure, findings with several causes are several. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rules } from '../../src/rules/rules.ts'
import { findFailures } from '../../src/run/failures.ts'
import { asked, finding } from './bench.ts'
import { table } from './failures-table.ts'

describe('one cause is one failure, two are two:', () => {
  for (const [name, [findings, due]] of Object.entries(table)) {
    test(name, () => {
      const told = findFailures(rules, findings).map((one) => [one.headline, one.findings.length] as const)
      const matched = Object.entries(due).map(([start, count]) => [
        told.find(([headline]) => headline.startsWith(start))?.[0] ?? start,
        count,
      ])
      assert.deepEqual(new Set(told.map(String)), new Set(matched.map(String)))
    })
  }
})

test('our own checker is shown before tools, short lines before long ones, what the headline says before all', () => {
  const lines = { prism: 'curl', sessions: 'curl -s' }
  const findings = Object.entries(lines).map(([checker, curl]) => finding('limit-once', { checker, curl }))
  assert.equal(findFailures(rules, findings)[0]?.findings[0]?.curl, 'curl -s')
  const general = asked('declared-headers-sent', '/plants', 200)
  const [both] = findFailures(rules, [general, asked('etag-sent', '/plants', 200)])
  assert.equal(both?.findings[0]?.rule, 'etag-sent')
})
