/** A service with long lists is asked for all of one only where that is the point, and judged no less for it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import type { Change } from '../../mutants/mutant.ts'
import { worldWith } from '../../mutants/server/world.ts'
import { hearJudge } from './hear.ts'
import type { RecordingCourt } from './recording-court.ts'

const count = 4000
const plants = Array.from({ length: count }, (_, index) => ({
  name: `Plant ${index}`,
  seenBy: index % 40 === 0 ? ['ana', 'ben'] : ['ana'],
}))

const hear = (
  change: Change,
  enough: { readonly requests?: number; readonly rule?: string },
): Promise<RecordingCourt> =>
  hearJudge(Object.values(operations), change, { world: worldWith(plants), ...enough })

describe('a long list', () => {
  it('is fetched as a whole seldom', async (t) => {
    const court = await hear(() => ({}), { requests: 3000 })
    const long = court.exchanges.filter(({ answer }) => 'body' in answer && answer.body.length > 50_000)
    t.diagnostic(`${long.length} of ${court.exchanges.length}`)
    assert.equal(court.tell(), '')
    assert.ok(long.length < 100, String(long.length))
  })

  it('is seen to end early', async () => {
    const court = await hear(
      ({ findPlants }) => ({
        findPlants: async (caller, ask) => (await findPlants(caller, ask)).slice(0, count - 1),
      }),
      { rule: 'lists-all-plants' },
    )
    assert.ok(court.findings.some(({ rule }) => rule === 'lists-all-plants'))
  })

  it('is seen to be cut off where it is longer than a page', async () => {
    const court = await hear(
      ({ cut }) => ({
        cut: (found, limit, ask) => cut(found, limit === undefined ? limit : Math.min(limit, 1000), ask),
      }),
      { rule: 'no-limit-of-its-own' },
    )
    assert.ok(court.findings.some(({ rule }) => rule === 'no-limit-of-its-own'))
  })
})
