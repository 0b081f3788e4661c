/** A service with a replica: the primary is killed while requests are sent, and the standby takes over. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { migrate, openStore, readRecords, type Store } from '@plant-store/store'
import { type OwnServer, startServer } from '@plant-store/test-postgres'
import { eventually, type Service, startService } from '@plant-store/testkit'
import { makePlace, type Place } from '../command/place.ts'
import { examine } from '../command/examine.ts'

const plantCount = 2500

/** What a client saw: a status, and the list if it arrived whole. */
interface Seen {
  readonly status: number
  readonly retryAfter: string | null
  readonly names?: readonly string[]
}

describe('a service with a standby', () => {
  let place: Place
  let primary: OwnServer
  let standby: OwnServer
  let both: string
  let operator: Store
  let services: Service[]
  let secret: string
  let spare: { secret: string; id: number }
  const names = Array.from({ length: plantCount }, (_, index) => `plant ${index}`)

  before(async () => {
    place = await makePlace({ world: false })
    primary = await startServer()
    standby = await primary.startStandby()
    await primary.set({ synchronous_standby_names: '*', synchronous_commit: 'on' })
    await primary.query('create database plants')
    both = `${primary.url('plants')},${encodeURIComponent(standby.socket)}`
    await migrate({ database: both })
    operator = await openStore({ database: both })
    const lines = names.map((name) => JSON.stringify({ name })).join('\n')
    await operator.importPlants(readRecords(new Blob([lines]).stream(), 'ndjson'), () => assert.fail())
    await operator.addUser('ada')
    await operator.grant({ user: 'ada' }, { all: true })
    ;[{ secret }, spare] = [await newToken(), await newToken()]
    const settings = {
      database: both,
      replicas: standby.url('plants'),
      drainDelayMs: 0,
      databaseTimeoutMs: 4000,
    }
    services = await Promise.all([1, 2].map(() => startService({ settings })))
  })
  after(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await operator.close()
    await standby[Symbol.asyncDispose]()
    await primary[Symbol.asyncDispose]()
    await place[Symbol.asyncDispose]()
  })

  async function newToken(): Promise<{ secret: string; id: number }> {
    const made = await operator.createToken('ada', 'test')
    return { secret: made.secret, id: made.token.id }
  }

  async function ask({ url }: Service, token: string, limit?: number): Promise<Seen> {
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/plants${limit === undefined ? '' : `?limit=${limit}`}`, { headers })
    const { status } = response
    const seen = { status, retryAfter: response.headers.get('Retry-After') }
    if (status !== 200) return seen
    // A list that breaks off does not count as a list.
    const text = await response.text().catch(() => '')
    if (text === '') return seen
    return { ...seen, names: (JSON.parse(text) as { name: string }[]).map(({ name }) => name) }
  }

  /** Accepts the list or the part of it that is due, or 503 with Retry-After; a list may also break off. */
  function judge({ status, retryAfter, names: list }: Seen, limit: number): void {
    if (status === 200) {
      if (list !== undefined) assert.deepEqual(list, names.slice(0, limit))
    } else {
      assert.deepEqual([status, retryAfter], [503, '1'])
    }
  }

  const metric = async ({ operatorUrl }: Service, source: string): Promise<number> => {
    const text = await (await fetch(`${operatorUrl}/metrics`)).text()
    const pattern = new RegExp(`^plant_store_long_list_pages_total\\{source="${source}"\\} (\\d+)`, 'm')
    return Number(pattern.exec(text)?.[1] ?? 0)
  }

  it('reads long lists from the standby, counts them, and doctor says that the standby follows', async () => {
    const [service] = services
    assert.ok(service)
    await standby.catchUp(primary)
    judge(await ask(service, secret), plantCount)
    assert.ok((await metric(service, 'replica')) >= 4)
    const env = {
      PLANT_STORE_URL: service.url,
      PLANT_STORE_OPERATOR_URL: service.operatorUrl,
      PLANT_STORE_DATABASE: both,
      PLANT_STORE_REPLICAS: standby.url('plants'),
    }
    const { checks } = await examine(place, env)
    assert.match(checks['replica'] ?? '', /^ok: .* follows the primary, /)
  })

  it('gives no wrong answer while the primary dies, and recovers once the standby is promoted', async () => {
    const over = new AbortController()
    const counts = new Map<number, number>()
    const clients = services.flatMap((service) =>
      [20, 120, plantCount].map(async (limit) => {
        while (!over.signal.aborted) {
          const seen = await ask(service, secret, limit)
          judge(seen, limit)
          counts.set(seen.status, (counts.get(seen.status) ?? 0) + 1)
        }
      }),
    )
    await operator.revokeToken(spare.id)
    await primary.stop('kill')
    for (const service of services) {
      const ready = async (): Promise<number> => (await fetch(`${service.operatorUrl}/readyz`)).status
      assert.equal(await eventually(ready, (status) => status === 503), 503)
      assert.equal((await fetch(`${service.operatorUrl}/livez`)).status, 200)
    }
    await standby.promote()
    for (const service of services) {
      const seen = await eventually(
        () => ask(service, secret, plantCount),
        ({ status }) => status === 200,
      )
      assert.deepEqual(seen.names, names)
      // The revocation was acknowledged before, so no service may accept the token again.
      assert.equal((await ask(service, spare.secret, 1)).status, 401)
    }
    over.abort()
    await Promise.all(clients)
    assert.ok((counts.get(503) ?? 0) > 0 && (counts.get(200) ?? 0) > 0)
    await operator.disableUser('ada')
    for (const service of services) assert.equal((await ask(service, secret, 1)).status, 401)
  })
})
