/** A service that limits how fast it is asked is not checked; one that fails in the same words is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reference } from '../../mutants/server/reference.ts'
import { sessionsChecker } from '../../plant-store/checker.ts'
import { checkAlone, startWith, subjectAt } from '../broken-server.ts'

const refusal = (status: number) => ({
  status,
  fields: [
    ['Content-Type', 'application/json'],
    ['Retry-After', '1'],
  ] as const,
  body: '{"error":1,"message":"Later."}',
})

for (const status of [429, 503])
  test(`a limit of 30 requests a second, told with ${status}, is named`, async () => {
    let began = 0
    let count = 0
    await using server = await startWith({
      finish: (reply, ask) => {
        if (performance.now() - began > 1000) [began, count] = [performance.now(), 0]
        count += 1
        return count > 30 ? refusal(status) : reference.finish(reply, ask)
      },
    })
    const { outcome, summary, failures } = await checkAlone(subjectAt(server.url), sessionsChecker())
    assert.deepEqual([outcome, failures], ['inconclusive', []], summary)
    assert.match(summary, new RegExp(`limits how fast it is asked.* with ${status}\\. Raise that limit`))
  })

test('503 with Retry-After for every request with a limit is a breach', async () => {
  await using server = await startWith({
    finish: (reply, ask) => (ask?.query.has('limit') === true ? refusal(503) : reference.finish(reply, ask)),
  })
  const { outcome } = await checkAlone({ ...subjectAt(server.url), timeMs: 8000 }, sessionsChecker())
  assert.equal(outcome, 'breaks')
})
