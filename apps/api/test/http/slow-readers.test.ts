/** A client that reads slowly is given its list as long as it reads fast enough on average, and no longer. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { serveLargeWorld } from '@plant-store/testkit'
import { beginList, type ListReading } from './storm/read-list.ts'
import { leastHolding, startCollectable } from './storm/watch-memory.ts'

/** Bytes a second: reading all takes seconds. */
const leastRate = 2_000_000
const stallTimeoutMs = 400
/** Readers who read nothing after the first bytes. */
const readers = 40
const tooSlow = 'the client reads too slowly'

// Far more than what the kernel keeps for a slow reader: 23 MB.
const { world, service, stop } = await serveLargeWorld(25_000, 900, { stallTimeoutMs, leastRate })
after(stop)

describe('slow readers', { concurrency: true }, () => {
  for (const [what, more] of Object.entries({
    'a reader that stops': '',
    'a reader that sends CONNECT after its request': 'CONNECT a:1 HTTP/1.1\r\n\r\n',
  })) {
    test(`${what} is cut off`, async () => {
      const id = `never-${more.length}`
      using _ = await beginList({ port: service.port, token: world.token, id, more })
      const record = await service.waitForLog(({ requestId }) => requestId === id)
      assert.deepEqual([record['status'], record['outcome']], [200, 'aborted'])
      assert.equal(record['reason'], tooSlow)
    })
  }

  for (const [what, bytesPerSecond, isWhole] of [
    ['that is fast enough on average gets all of a list', 2 * leastRate, true],
    // Far too slow: a busy service looks less often, and blames nobody for the time between.
    ['that is too slow is cut off, although it never stops', leastRate / 8, false],
  ] as const) {
    test(`a reader ${what}`, async () => {
      using reading = await beginList({ port: service.port, token: world.token, id: String(isWhole) })
      // For the service it reads nothing for longer than the stall timeout, as every steady reader of what the kernel has.
      await delay(2 * stallTimeoutMs)
      reading.limit(bytesPerSecond)
      assert.equal((await reading.finish()).isWhole, isWhole)
      const { reason } = await service.waitForLog(({ requestId }) => requestId === String(isWhole))
      assert.equal(reason, isWhole ? undefined : tooSlow)
    })
  }

  test('hold no more of a list of long names than of any other', async (context) => {
    await using own = await startCollectable({ database: world.database, userStreamShare: 100 })
    const began = await leastHolding(own)
    const readings: ListReading[] = []
    for (let reader = 0; reader < readers; reader += 1) {
      readings.push(await beginList({ port: own.port, token: world.token }))
    }
    // Until the kernel takes no more.
    let sent = 0
    for (let earlier = -1; sent > earlier;) {
      earlier = sent
      await delay(200)
      sent = Math.max(earlier, ...(await Promise.all(readings.map((reading) => reading.sent()))))
    }
    const heldKiB = (((await leastHolding(own)).heap - began.heap) * 1024) / readers
    for (const reading of readings) reading[Symbol.dispose]()
    context.diagnostic(`${heldKiB.toFixed(0)} KiB for each of ${readers} readers`)
    assert.ok(heldKiB < 250, `${heldKiB} KiB for each`)
  })
})
