/** A slow service is checked in little more than the budget's time: only this finds a tool that takes longer. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Report } from '../../src/report/json-report.ts'
import { budgetMs } from '../../src/subject.ts'
import { runMarked } from '../run/marked-process.ts'
import { slowDown } from './slow-line.ts'
import { startOther } from './start-other.ts'

/** What was started when the time was up is finished; on a busy machine everything takes longer. */
const littleMoreMs = 60_000

// Each test takes the budget's time, and does little in it.
describe('a service that is slow', { concurrency: true }, () => {
  for (const delayMs of [150, 1500]) {
    test(`by ${delayMs} ms for each response is checked in the time of the quick budget`, async () => {
      await using service = await startOther('express')
      await using slow = await slowDown(service.url, delayMs)
      const words = ['check', slow.url, '--world', service.worldFile, '--budget', 'quick', '--json']
      const { stdout, stderr } = await runMarked([...words, '--only', 'given'])
      assert.notEqual(stdout, '', stderr)
      const { durationMs, failures, checkers, outcome, summary, unseen } = JSON.parse(stdout) as Report
      assert.ok(durationMs < budgetMs.quick + littleMoreMs, String(durationMs))
      assert.deepEqual(
        checkers.filter(({ failure }) => failure !== undefined),
        [],
      )
      // Slowness itself breaks no rule.
      assert.deepEqual(failures, [])
      // Too little was tried to conclude anything.
      assert.equal(outcome, 'inconclusive')
      assert.match(summary, /^Nothing may be concluded: only \d+ (?:%|of the)/)
      assert.match(unseen.join('\n'), /Not reached when the time was up: /)
    })
  }
})
