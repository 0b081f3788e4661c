/** `plant-store doctor` where another program listens at the operator's address. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { examine, nobody, startOther } from './examine.ts'
import { makePlace } from './place.ts'

describe('plant-store doctor, asking another program for readiness', { concurrency: 2 }, () => {
  for (const status of [200, 404]) {
    it(`says so, and shows nothing of its page, if it answers ${status}`, async () => {
      await using place = await makePlace({ world: false })
      await using other = await startOther((_req, res) => {
        res.writeHead(status, { 'Content-Type': 'text/html' }).end('<!DOCTYPE html><title>Shop</title>')
      })
      const { code, checks } = await examine(place, { ...nobody, PLANT_STORE_OPERATOR_URL: other.url })
      assert.equal(code, 1)
      assert.match(checks['operator'] ?? '', /^failed: .* is another program.*--operator-url\.$/)
      assert.doesNotMatch(checks['operator'] ?? '', /DOCTYPE/)
      assert.match(checks['contract'] ?? '', /^failed: .*another program listens there\.$/)
    })
  }

  it('repeats what the listener says of a name that is not its own', async () => {
    await using place = await makePlace({ world: false })
    await using other = await startOther((_req, res) => {
      res.writeHead(421).end('"plants" is none of the names.\n')
    })
    const { checks } = await examine(place, { ...nobody, PLANT_STORE_OPERATOR_URL: other.url })
    assert.match(checks['operator'] ?? '', /^failed: .* refuses .*"plants" is none of the names\.$/)
    assert.match(checks['contract'] ?? '', /^skipped: /)
  })
})
