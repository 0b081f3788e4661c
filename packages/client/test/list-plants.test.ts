/** One call, one response: from the running service, and from servers that answer as the service never would. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after, describe, it } from 'node:test'
import {
  ResponseError,
  listCache,
  listPlants,
  plants,
  type ListPlantsOptions,
  type ListPlantsResult,
} from '@plant-store/client'
import { serveSmallWorld } from '@plant-store/testkit'
import { answering, begins, says } from './answering.ts'

const token = 'pst_any'
const alder = [{ name: 'Alder', tag: 'Alnus' }]

const { world, service, stop } = await serveSmallWorld()
after(stop)

describe('listPlants, of the service', () => {
  const ask = (options: Partial<ListPlantsOptions> = {}): Promise<ListPlantsResult> =>
    listPlants({ baseUrl: service.url, token: world.users.ana.token, ...options })

  it('gives all plants of the user, or the first ones', async () => {
    const whole = await ask()
    assert.equal(whole.status, 200)
    assert.deepEqual(whole.body, world.users.ana.plants)
    const some = await ask({ limit: 2 })
    assert.deepEqual(some.status === 200 && some.body, world.users.ana.plants.slice(0, 2))
  })

  it('reports a refusal, with its number', async () => {
    const result = await ask({ token: world.users.ana.revokedToken })
    assert.equal(result.status, 401)
    assert.equal(result.body.error, 40102)
    assert.match(result.headers['www-authenticate'] ?? '', /invalid_token/)
  })

  it('a result is plain data: structuredClone and JSON pass it on', async () => {
    for (const result of [await ask(), await ask({ token }), await ask({ baseUrl: `${service.url}/v1` })]) {
      assert.deepEqual(structuredClone(result), result)
      assert.deepEqual(JSON.parse(JSON.stringify(result)), result)
    }
  })
})

describe('listPlants, of any server', () => {
  it('sends the promised request to the given address', async () => {
    await using server = await answering(says(200, alder))
    await listPlants({ baseUrl: new URL(`${server.url}/v1//?tenant=3#top`), token, limit: 2_147_483_647 })
    const [request] = server.requests
    assert.equal(request?.url, '/v1/plants?limit=2147483647')
    assert.equal(request?.headers.authorization, `Bearer ${token}`)
    assert.equal(request?.headers.accept, 'application/json')
    assert.equal(request?.headers['if-none-match'], undefined)
  })

  /** Lists that never change, each with a tag of its address. */
  const tagged: RequestListener = (request, response) => {
    const tag = `"${request.url}"`
    const isKnown = request.headers['if-none-match'] === tag
    response.writeHead(isKnown ? 304 : 200, { ETag: tag, 'Content-Type': 'application/json' })
    response.end(isKnown ? undefined : JSON.stringify(alder))
  }

  it('caches nothing that is not a list, and nothing without a tag', async () => {
    const cache = listCache()
    const json = 'application/json'
    await using server = await answering(
      says(200, [{ tag: 'Alnus' }], { ETag: '"bad"' }),
      says(200, alder),
      begins('[{"name":"Alder"},', (response) => response.destroy(), { ETag: '"cut"', 'Content-Type': json }),
      says(200, alder, { ETag: '"good"' }),
      (request, response) =>
        response.writeHead(request.headers['if-none-match'] === '"good"' ? 304 : 500).end(),
    )
    const seen: unknown[] = []
    for (let times = 0; times < 5; times += 1) {
      seen.push((await listPlants({ baseUrl: server.url, token, cache, retries: 0 })).status)
    }
    assert.deepEqual(seen, ['unexpected', 200, 'unexpected', 200, 200])
    const sent = server.requests.map(({ headers }) => headers['if-none-match'])
    assert.deepEqual(sent, [undefined, undefined, undefined, undefined, '"good"'])
  })

  const bytes = JSON.stringify(alder).length
  for (const bound of [{ maxLists: 2 }, { maxBytes: 2 * bytes }] as const) {
    it(`a cache of ${JSON.stringify(bound)} keeps the two lists that were used last, for equal requests`, async () => {
      await using server = await answering(tagged)
      const cache = listCache(bound)
      const get = (limit: number, own: Partial<ListPlantsOptions> = {}): Promise<ListPlantsResult> =>
        listPlants({ baseUrl: server.url, token, limit, cache, ...own })
      for (const limit of [1, 2, 1, 3, 1, 2]) await get(limit)
      await get(2, { headers: { 'X-Tenant': 'b' } })
      await get(2, { token: 'pst_other' })
      const isAsked = server.requests.map(({ headers }) => headers['if-none-match'] !== undefined)
      assert.deepEqual(isAsked, [false, false, true, false, true, false, false, false])
    })
  }

  for (const [status, type, reason] of [
    [502, 'text/html', /^502 from http:.*\/plants is unexpected$/],
    [403, 'application/json', /^403 from http:.*\/plants is unexpected: check baseUrl$/],
    [200, 'application/jsonp', /^the content type is application\/jsonp$/],
  ] as const) {
    it(`keeps the text of ${type} with ${status}, and both calls say the same of it`, async () => {
      await using server = await answering(says(status, '[]', { 'Content-Type': type }))
      const options = { baseUrl: server.url, token, retries: 0 }
      const result = await listPlants(options)
      assert.partialDeepStrictEqual(result, { status: 'unexpected', httpStatus: status, text: '[]' })
      assert.match(result.status === 'unexpected' ? result.reason : '', reason)
      const error: unknown = await Array.fromAsync(plants(options)).catch((thrown: unknown) => thrown)
      assert.ok(error instanceof ResponseError)
      const { headers: _, ...due } = result
      assert.partialDeepStrictEqual(error.result, due)
    })
  }
})
