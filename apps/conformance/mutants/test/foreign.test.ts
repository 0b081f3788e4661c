/** The foreign contracts are whole, and all their servers start. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foreignServers } from '../foreign/catalogue.ts'
import { startForeign } from '../foreign/service.ts'
import { perform } from '../foreign/try.ts'

describe('the foreign contracts', () => {
  it('have twenty faults and ten oddities each', () => {
    const ids = foreignServers.map(({ id }) => id)
    assert.deepEqual(ids, [...new Set(ids)])
    for (const own of Map.groupBy(foreignServers, ({ service }) => service.name).values()) {
      const faults = own.filter(({ breaks }) => breaks)
      assert.deepEqual([faults.length, own.length - faults.length], [20, 12], own[0]?.id)
    }
  })

  it('have servers that start, each of which replaces steps that there are', async () => {
    for (const { id, service, change } of foreignServers) {
      const correct = service.start()
      assert.deepEqual(
        new Set(Object.keys(change(correct))).difference(new Set(Object.keys(correct))),
        new Set(),
        id,
      )
      await using running = await startForeign(service, change)
      const { status } = await fetch(`${running.url}/nothing`)
      assert.equal(status, 404, id)
    }
  })

  it('are told apart by the check: a correct service is kept, and ones with a fault are caught', async () => {
    const due = {
      'tickets/correct-writes': 'kept',
      'weather/one-too-many': 'caught',
      'tools/loan-of-others': 'caught',
    }
    // One after the other in this process: each further one would have to load the check first.
    for (const [id, fate] of Object.entries(due)) assert.equal((await perform(id)).fate, fate, id)
  })
})
