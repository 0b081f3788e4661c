/** Lists longer than a page are sent page by page and in order; `slow-readers.test.ts` has how little memory they take. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import type { Plant } from '@plant-store/contracts'
import {
  connectRaw,
  largeWorldPlant,
  makeLargeWorld,
  serveLargeWorld,
  startService,
  temporaryDirectory,
  valuesOf,
} from '@plant-store/testkit'
import { beginList } from './storm/read-list.ts'

/** All plants together are far more than the sockets buffer: 9 MB. */
const count = 10_000
const nameLength = 900

const { world, service, stop } = await serveLargeWorld(count, nameLength)
after(stop)

describe('a list longer than a page', () => {
  const headers = { Authorization: `Bearer ${world.token}` }
  const request = (line: string): string =>
    `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${world.token}\r\n\r\n`

  test('arrives whole, in order, without limit', async () => {
    const response = await fetch(`${service.url}/plants`, { headers })
    const plants = (await response.json()) as Plant[]
    assert.equal(plants.length, count)
    for (const [index, plant] of plants.entries()) {
      assert.deepEqual(plant, largeWorldPlant(index, nameLength))
    }
  })

  for (const limit of [999, 1000, 1001, 2000, 2001, count - 1, count, count + 1]) {
    test(`is cut at limit=${limit}`, async () => {
      const response = await fetch(`${service.url}/plants?limit=${limit}`, { headers })
      const plants = (await response.json()) as Plant[]
      assert.equal(plants.length, Math.min(limit, count))
      assert.deepEqual(plants.at(-1), largeWorldPlant(Math.min(limit, count) - 1, nameLength))
    })
  }

  test('has an ETag with which it is not sent again', async () => {
    const first = await fetch(`${service.url}/plants`, { method: 'HEAD', headers })
    const tag = first.headers.get('etag')
    assert.ok(tag)
    const again = await fetch(`${service.url}/plants`, { headers: { ...headers, 'If-None-Match': tag } })
    assert.equal(again.status, 304)
    assert.equal(await again.text(), '')
  })

  test('HEAD has the headers of GET, no body, and leaves the connection usable', async () => {
    using connection = await connectRaw({ port: service.port })
    await connection.send(request('HEAD /plants'))
    const [head] = await connection.receive()
    await connection.send(request('GET /plants?limit=1'))
    const [list] = await connection.receive()
    assert.equal(head?.status, 200)
    assert.equal(head.body.length, 0)
    assert.deepEqual(JSON.parse(String(list?.body)), [largeWorldPlant(0, nameLength)])
  })

  // The last two tests break the database, so they have their own.
  test('breaks the connection, and never closes the array, when the store fails midway', async () => {
    await using broken = await temporaryDirectory()
    // More than the kernel may buffer for the reader and the writer together (10 MB by Linux defaults).
    const ownWorld = await makeLargeWorld(broken.path, 2 * count, nameLength)
    await using own = await startService({ settings: { database: ownWorld.database } })
    using reading = await beginList({ port: own.port, token: ownWorld.token })
    dropAccessTable(ownWorld.database)
    const { isWhole, text } = await reading.finish()
    assert.ok(!isWhole, 'the last chunk was sent as if the list were whole')
    assert.match(text, /^\[\{[^\]]*$/)
    const { status, error } = await own.waitForLog(({ outcome }) => outcome === 'aborted')
    assert.deepEqual([status, error], [200, 50_301])
  })

  test('a store that fails before the first plant gives a clean error', async () => {
    await using broken = await temporaryDirectory()
    const ownWorld = await makeLargeWorld(broken.path, 10)
    await using own = await startService({ settings: { database: ownWorld.database } })
    dropAccessTable(ownWorld.database)
    using connection = await connectRaw({ port: own.port })
    await connection.send(
      `GET /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ownWorld.token}\r\n\r\n`,
    )
    const [response] = await connection.receive()
    assert.equal(response?.status, 503)
    assert.deepEqual(valuesOf(response, 'cache-control'), ['no-store'])
    assert.deepEqual(valuesOf(response, 'etag'), [])
    assert.equal(JSON.parse(String(response.body)).error, 50301)
    assert.doesNotMatch(String(response.body), /plant_access|table|sql/i)
  })
})

function dropAccessTable(database: string): void {
  const connection = new DatabaseSync(database)
  connection.exec('drop table plant_access')
  connection.close()
}
