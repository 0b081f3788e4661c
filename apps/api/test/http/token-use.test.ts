/** The service itself records when a token was last used, and never at the cost of a request. */
import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { openStore } from '@plant-store/store'
import { makeWorld, smallWorld, startService, temporaryDirectory, type World } from '@plant-store/testkit'
import { recordTokenUse } from '../../src/http/record-token-use.ts'

const hourMs = 3_600_000

/** When the active token of a user was last used, in milliseconds, says a copy of the file alone; NaN for never. */
async function lastUse(world: World, user: string): Promise<number> {
  const database = `${world.database}.copy`
  await copyFile(world.database, database)
  const store = await openStore({ database, readOnly: true })
  try {
    for await (const { name, lastUsedAt } of store.tokens({ user })) {
      if (name === 'active') return Number(lastUsedAt)
    }
    return Number.NaN
  } finally {
    await store.close()
  }
}

describe('when a token was last used', () => {
  for (const workers of [1, 2]) {
    test(`is known to the hour once the service has ended, with workers: ${workers}`, async () => {
      const directory = await temporaryDirectory()
      const world = await makeWorld(directory.path, smallWorld)
      const began = Date.now()
      const service = await startService({ settings: { database: world.database, workers } })
      const headers = { Authorization: `Bearer ${world.users.ana.token}`, Connection: 'close' }
      for (let times = 0; times < 3; times += 1) await fetch(`${service.url}/plants`, { headers })
      await service.stop()
      const used = await lastUse(world, 'ana')
      assert.equal(used % hourMs, 0)
      assert.ok(used > began - hourMs && used <= Date.now(), new Date(used).toISOString())
      assert.ok(Number.isNaN(await lastUse(world, 'ben')))
      await directory.remove()
    })
  }

  test('is not written while another process locks the database: requests and shutdown go on, and the log says so', async () => {
    const directory = await temporaryDirectory()
    const world = await makeWorld(directory.path, smallWorld)
    const service = await startService({ settings: { database: world.database } })
    const other = new DatabaseSync(world.database)
    other.exec('begin immediate')
    try {
      const headers = { Authorization: `Bearer ${world.users.ana.token}` }
      assert.equal((await fetch(`${service.url}/plants`, { headers })).status, 200)
      const { code } = await service.stop()
      assert.equal(code, 0)
    } finally {
      other.close()
    }
    const lines = service
      .logs()
      .filter(({ msg }) => msg === 'when tokens were last used could not be written')
    assert.equal(lines.length, 1)
    assert.match(String(lines[0]?.['reason']), /Another process is writing/)
    assert.ok(Number.isNaN(await lastUse(world, 'ana')))
    await directory.remove()
  })

  test('is logged once when it can not be written, and again only after a write succeeded', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    const warnings: unknown[] = []
    const outcomes = [false, false, true, false, false]
    let asked = 0
    const use = recordTokenUse(
      {
        recordTokenUse: () => {
          asked += 1
          return outcomes[asked - 1] === true
            ? Promise.resolve(1)
            : Promise.reject(new Error(`failure ${asked}`))
        },
      },
      { warn: (facts: unknown) => warnings.push(facts) },
    )
    for (let minute = 1; minute < outcomes.length; minute += 1) {
      context.mock.timers.tick(60_000)
      assert.equal(asked <= minute, true)
    }
    await use.end()
    assert.equal(asked, outcomes.length)
    assert.deepEqual(warnings, [{ reason: 'failure 1' }, { reason: 'failure 4' }])
  })
})
