/** `plant-store serve`: how it ends. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startService } from '@plant-store/testkit'
import { makePlace } from './place.ts'

describe('plant-store serve', { concurrency: 3 }, () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`drains on ${signal} and exits with 0`, async () => {
      await using place = await makePlace()
      const service = await startService({ settings: { database: place.database } })
      service.signal(signal)
      const { code, stderr } = await service.exited
      assert.deepEqual([code, stderr], [0, ''])
      assert.equal(service.logs().at(-1)?.['msg'], 'drained')
    })
  }

  it('ends at once on a second signal', async () => {
    await using place = await makePlace()
    const service = await startService({ settings: { database: place.database, drainDelayMs: 600_000 } })
    service.signal('SIGTERM')
    await service.waitForLog(({ msg }) => msg === 'draining')
    service.signal('SIGTERM')
    assert.equal((await service.exited).signal, 'SIGTERM')
  })
})
