/** A database server that is gone or stalls: the service answers 503 with Retry-After, and recovers by itself. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { migrate, openStore } from '@plant-store/store'
import { createDatabase, postgresServer, type Relay, startRelay } from '@plant-store/test-postgres'
import { eventually, type Service, startService } from '@plant-store/testkit'

describe('a service whose database server', () => {
  let relay: Relay
  let service: Service
  let name: string
  let secret: string

  before(async () => {
    relay = await startRelay(await postgresServer())
    const made = await createDatabase()
    const { url } = made
    ;({ name } = made)
    await migrate({ database: url })
    const store = await openStore({ database: url })
    await store.addUser('ada')
    secret = (await store.createToken('ada', 'test')).secret
    await store.close()
    // Long enough for a busy machine to answer in time, short enough to wait for in a test.
    const settings = { database: relay.url(name), drainDelayMs: 0, databaseTimeoutMs: 2000 }
    service = await startService({ settings })
  })
  after(async () => {
    await service.stop()
    await relay[Symbol.asyncDispose]()
  })

  const ask = (): Promise<Response> =>
    fetch(`${service.url}/plants?limit=1`, { headers: { Authorization: `Bearer ${secret}` } })

  const statuses = async (): Promise<string> =>
    `${(await ask()).status} ${(await fetch(`${service.operatorUrl}/readyz`)).status}`

  const isWell = async (): Promise<void> => {
    assert.equal(await eventually(statuses, (seen) => seen === '200 200'), '200 200')
  }

  const isOut = async (reason: RegExp): Promise<void> => {
    const response = await ask()
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('Retry-After'), '1')
    assert.match(await response.text(), /^\{"error":50301,/)
    const ready = await fetch(`${service.operatorUrl}/readyz`)
    assert.equal(ready.status, 503)
    assert.match(await ready.text(), reason)
    assert.equal((await fetch(`${service.operatorUrl}/livez`)).status, 200)
  }

  test('is gone refuses requests, says why, and answers again when the server is back', async () => {
    await isWell()
    await relay.cut()
    await isOut(/can't be reached: (?:there is no such socket|connection refused|the connection was lost)/)
    await relay.mend()
    await isWell()
  })

  test('stalls does not wait for it for ever, and answers again when it goes on', async () => {
    await isWell()
    relay.block()
    await isOut(/did not answer in time|no connection could be had in time/)
    relay.unblock()
    await isWell()
  })

  test('stalls is said by /readyz before requests are given up, also of workers', async () => {
    const settings = { database: relay.url(name), databaseTimeoutMs: 60_000, workers: 2, drainDelayMs: 0 }
    await using workers = await startService({ settings })
    relay.block()
    const ready = await fetch(`${workers.operatorUrl}/readyz`)
    assert.deepEqual([ready.status, (await ready.text()).includes('has not answered for 4 s')], [503, true])
    relay.unblock()
  })

  test('stalls still ends when told to, with as many connections as it has', async () => {
    await Promise.all(Array.from({ length: 20 }, isWell))
    relay.block()
    const { code } = await service.stop()
    assert.equal(code, 0)
  })
})
