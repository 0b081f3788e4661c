/** A service with long lists is asked for a whole one only where that is the point, and is checked no less strictly. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '../../src/contract/operations.ts'
import { mutantById } from '../../mutants/catalogue.ts'
import type { Change } from '../../mutants/mutant.ts'
import { worldWith } from '../../mutants/server/world.ts'
import { longBody } from '../../src/oracle/oracle.ts'
import { firstLook } from '../../src/sessions/stages/first.ts'
import { values } from '../../src/sessions/stages/values.ts'
import { tryChecker, tryRunner, tryStage } from './trial.ts'

/** More plants than any page has, and enough bytes to make a list long. */
const count = 1200
const plants = Array.from({ length: count }, (_, index) => ({
  name: `Plant ${index}, ${'of many words'.repeat(3)}`,
  seenBy: index % 40 === 0 ? ['ana', 'ben'] : ['ana'],
}))
const world = worldWith(plants)

describe('a long list', () => {
  it('is seldom fetched as a whole', async (t) => {
    const collector = await tryChecker(operations, () => ({}), { world, requests: 1000 })
    const long = collector.exchanges.filter(({ answer }) => 'body' in answer && answer.body.length > longBody)
    t.diagnostic(`${long.length} of ${collector.exchanges.length}`)
    assert.equal(collector.tell(), '')
    assert.ok(long.length > 0 && long.length < 70, String(long.length))
  })

  it('is seen to be cut off where its client does not read it at once', async () => {
    const collector = await tryStage('long lists', mutantById('slow-reader'), 'answers-are-well-framed')
    assert.match(collector.tell(), /the bytes end after \d+ of \d+/)
  })

  it('is seen to come although a weak tag names it', async () => {
    const rule = 'not-modified-304'
    const change: Change = ({ isCurrent }) => ({
      isCurrent: (tag, ask) => !(ask.headers['if-none-match'] ?? '').includes('W/') && isCurrent(tag, ask),
    })
    const collector = await tryRunner(
      change,
      async (runner) => {
        for (const stage of [firstLook, values]) await stage.run(runner)
      },
      undefined,
      world,
    )
    assert.ok(
      collector.findings.some((finding) => finding.rule === rule),
      collector.tell(),
    )
  })
})
