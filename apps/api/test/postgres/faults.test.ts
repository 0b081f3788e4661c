/**
 * A database server that stalls keeps the service from nothing but responses. `pnpm faults` has what clients get then, and
 * that the service recovers by itself.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { migrate, openStore } from '@plant-store/store'
import { createDatabase, postgresServer, type Relay, startRelay } from '@plant-store/test-postgres'
import { patienceMs, startService } from '@plant-store/testkit'

describe('a service whose database server stalls', () => {
  let relay: Relay
  let database: string
  let secret: string

  before(async () => {
    relay = await startRelay(await postgresServer())
    const { url, name } = await createDatabase()
    await migrate({ database: url })
    const store = await openStore({ database: url })
    await store.addUser('ada')
    secret = (await store.createToken('ada', 'test')).secret
    await store.close()
    database = relay.url(name)
  })
  after(() => relay[Symbol.asyncDispose]())

  test('is said by /readyz before requests are given up, also of workers', async () => {
    const settings = { database, databaseTimeoutMs: 60_000, workers: 2, drainDelayMs: 0 }
    await using workers = await startService({ settings })
    relay.block()
    const ready = await fetch(`${workers.operatorUrl}/readyz`)
    assert.deepEqual([ready.status, (await ready.text()).includes('has not answered for 4 s')], [503, true])
    assert.equal((await fetch(`${workers.operatorUrl}/livez`)).status, 200)
    relay.unblock()
  })

  test('ends when told to, with as many connections as it has', async () => {
    const service = await startService({ settings: { database, databaseTimeoutMs: patienceMs } })
    const ask = (): Promise<Response> =>
      fetch(`${service.url}/plants?limit=1`, { headers: { Authorization: `Bearer ${secret}` } })
    for (const { status } of await Promise.all(Array.from({ length: 20 }, ask))) assert.equal(status, 200)
    relay.block()
    assert.equal((await service.stop()).code, 0)
    relay.unblock()
  })
})
