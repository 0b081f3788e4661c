/**
 * Long lists take turns with each other and with all other requests, and their number is limited. Only this finds a short
 * list that waits for all the long ones, and a place that stays taken by a client that has left.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { openStore } from '@plant-store/store'
import {
  type RawResponse,
  connectRaw,
  eventually,
  type LargeWorld,
  largeWorldPlant,
  makeLargeWorld,
  sendRaw,
  type Service,
  startService,
  temporaryDirectory,
  valuesOf,
} from '@plant-store/testkit'
import { readMetric } from './read-metric.ts'
import { Crowd } from './storm/crowd.ts'
import { beginList, type ListReading } from './storm/read-list.ts'

/** With this, a list of all plants is far longer than the sockets buffer. */
const nameLength = 900
/** Readers that request everything at the same time. */
const readers = 60
/** How often a client asks for little meanwhile. */
const trials = 8
/** Waiting for a turn of each reader would be 60 pages. */
const fairPages = readers / 4

describe('beside long lists', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let world: LargeWorld
  /** The token of another user, who sees a seventh of the plants. */
  let other: string
  /** The token of a user who sees few plants. */
  let modest: string

  before(async () => {
    directory = await temporaryDirectory()
    world = await makeLargeWorld(directory.path, 12_000, nameLength)
    const store = await openStore({ database: world.database })
    await store.addUser('ben')
    await store.grant({ user: 'ben' }, { tag: 'tag 1' })
    ;({ secret: other } = await store.createToken('ben', 'reading'))
    await store.addUser('cleo')
    await store.grant({ user: 'cleo' }, { id: [1, 2, 3] })
    ;({ secret: modest } = await store.createToken('cleo', 'reading'))
    await store.close()
  })
  after(() => directory.remove())

  const request = (line: string, more = 'X-Request-Id: any', token = world.token): string =>
    `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${more}\r\n\r\n`
  const ask = async (
    { port }: Service,
    target: string,
    token = world.token,
  ): Promise<RawResponse | undefined> => {
    const bytes = request(`GET ${target}`, undefined, token)
    return (await sendRaw({ port, bytes, timeoutMs: 60_000 })).responses[0]
  }
  const start = (settings: Record<string, number> = {}): Promise<Service> =>
    startService({
      settings: { database: world.database, stallTimeoutMs: 600_000, userStreamShare: 100, ...settings },
    })

  test(`a short list, limited or whole, waits for a few pages of ${readers} long ones, not for a turn of each`, async (context) => {
    await using service = await start()
    using crowd = new Crowd(service.port, request('GET /plants', 'X-Request-Id: long'), readers)
    await crowd.advance(0)
    const waits: { readonly few: number[]; readonly whole: number[] } = { few: [], whole: [] }
    for (let trial = 0; trial < 2 * trials; trial += 1) {
      await crowd.advance(fairPages * pageBytes)
      const already = crowd.received
      const isWhole = trial % 2 === 1
      const response = await (isWhole ? ask(service, '/plants', modest) : ask(service, '/plants?limit=5'))
      waits[isWhole ? 'whole' : 'few'].push((crowd.received - already) / pageBytes)
      assert.equal(response?.status, 200)
    }
    const logged = service.logs().filter(({ requestId }) => requestId === 'long')
    assert.equal(logged.length, 0, 'the long lists are still under way')
    for (const [what, pages] of Object.entries(waits)) {
      context.diagnostic(
        `pages of others before the response, ${what}: ${pages.map((each) => each.toFixed(0)).join(' ')}`,
      )
      // The count includes what was in buffers, and what was sent while this process was busy with other work.
      const least = Math.min(...pages)
      assert.ok(least <= fairPages, `never less than ${least.toFixed(1)} pages of others, ${what}`)
    }
  })

  test('beyond PLANT_STORE_MAX_STREAMS a list is refused, until a reader has it all', async () => {
    await using service = await start({ maxStreams: 3 })
    const held = await Promise.all([1, 2, 3].map(() => beginList({ port: service.port, token: world.token })))
    for (const target of ['/plants', '/plants?limit=5000']) {
      const refused = await ask(service, target)
      assert.ok(refused)
      assert.equal(refused.status, 503)
      assert.match(valuesOf(refused, 'retry-after').join(), /^\d+$/)
      assert.equal(JSON.parse(String(refused.body)).error, 50_301)
    }
    const short = await ask(service, '/plants?limit=5')
    assert.deepEqual(
      JSON.parse(String(short?.body)),
      Array.from({ length: 5 }, (_, index) => largeWorldPlant(index, nameLength)),
    )
    await held[0]?.finish()
    await untilListed(service)
    for (const reading of held) reading[Symbol.dispose]()
    await untilNoneIsUnderWay(service)
  })

  test('a user who takes all places that one user may have leaves the other places for others', async () => {
    await using service = await start({ maxStreams: 10, userStreamShare: 25 })
    const beginAs = (token: string, id: string): Promise<ListReading> =>
      beginList({ port: service.port, token, id })
    const greedy = await Promise.all(Array.from({ length: 10 }, () => beginAs(world.token, 'greedy')))
    const { reason, status } = await service.waitForLog(({ requestId }) => requestId === 'greedy')
    assert.deepEqual([status, reason], [503, '3 streams of one user at once'])
    const next = await Promise.all(Array.from({ length: 3 }, () => beginAs(other, 'next')))
    const { reason: why } = await service.waitForLog(({ requestId }) => requestId === 'next')
    assert.equal(why, '2 streams of one user at once', 'a share of the places that others leave')
    for (const each of next) each[Symbol.dispose]()
    await eventually(
      () => readMetric(service.operatorUrl, 'plant_store_streams'),
      (each) => each === 3,
    )
    const refused = await ask(service, '/plants')
    assert.ok(refused)
    assert.equal(refused.status, 503)
    assert.match(valuesOf(refused, 'retry-after').join(), /^\d+$/)
    assert.equal((await ask(service, '/plants?limit=5'))?.status, 200)
    using reading = await beginAs(other, 'modest')
    const { isWhole, text } = await reading.finish()
    assert.ok(isWhole)
    assert.ok(JSON.parse(text).length > 1000)
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_streams'), 3)
    const refusals = 'plant_store_stream_refusals_total{cause="user"}'
    assert.equal(await readMetric(service.operatorUrl, refusals), 9)
    for (const each of greedy) each[Symbol.dispose]()
    await untilListed(service)
  })

  describe('no place stays taken by a client that', () => {
    let service: Service
    before(async () => (service = await start({ maxStreams: 4 })))
    after(() => service.stop())

    for (const [what, bytes] of [
      ['resets a list', () => request('GET /plants')],
      ['resets two lists, of which one waits for the other', () => request('GET /plants').repeat(2)],
      ['sends HEAD', () => request('HEAD /plants')],
      ['already has the list', () => request('GET /plants', 'If-None-Match: *')],
    ] as const) {
      test(what, async () => {
        for (let time = 0; time < 20; time += 1) {
          using connection = await connectRaw({ port: service.port })
          const answered = once(connection.socket, 'data')
          await connection.send(bytes())
          // Whether it gets a list or is too early for one.
          await answered
          connection.socket.resetAndDestroy()
        }
        await untilListed(service)
        await untilNoneIsUnderWay(service)
      })
    }
  })

  /** A place is free again once the service learns that a reader has left: soon, not at once. */
  const untilListed = async (service: Service): Promise<void> => {
    const response = await eventually(
      () => ask(service, '/plants?limit=5000'),
      (each) => each?.status !== 503,
    )
    assert.equal(response?.status, 200, 'no place became free')
    assert.equal(JSON.parse(String(response.body)).length, 5000)
  }

  const untilNoneIsUnderWay = async ({ operatorUrl }: Service): Promise<void> => {
    const streams = await eventually(
      () => readMetric(operatorUrl, 'plant_store_streams'),
      (each) => each === 0,
    )
    assert.equal(streams, 0, 'lists are still under way')
  }
})

const pageBytes = 1000 * JSON.stringify(largeWorldPlant(10_001, nameLength)).length
