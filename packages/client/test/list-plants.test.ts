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
import { all, answering, begins, says } from './answering.ts'

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

  it('takes an address with a path or a slash, and asks for the token each time', async () => {
    let asked = 0
    const result = await ask({
      baseUrl: new URL(`${service.url}/`),
      token: () => {
        asked += 1
        return Promise.resolve(world.users.ben.token)
      },
    })
    assert.equal(result.status, 200)
    assert.equal(asked, 1)
    const elsewhere = await ask({ baseUrl: `${service.url}/v1/` })
    assert.equal(elsewhere.status, 'unexpected')
    assert.equal(elsewhere.httpStatus, 404)
  })

  it('is not sent again what its cache holds, and never gets the list of another token', async () => {
    const cache = listCache()
    const statuses: number[] = []
    const counting: typeof fetch = async (...args) => {
      const response = await fetch(...args)
      statuses.push(response.status)
      return response
    }
    for (const user of ['ana', 'ben', 'ana', 'ben', 'ana'] as const) {
      const result = await ask({ token: world.users[user].token, cache, fetch: counting })
      assert.deepEqual(result.status === 200 && result.body, world.users[user].plants)
    }
    assert.deepEqual(statuses, [200, 200, 304, 304, 304])
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
    await listPlants({ baseUrl: `${server.url}/v1//?tenant=3#top`, token, limit: 2_147_483_647 })
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

  const textOf = (body: unknown): string =>
    typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)
  const html = { 'Content-Type': 'text/html' }
  const to = { Location: 'https://login.example.org/?next=plants' }
  const int32 = '/error is not a whole number from -2147483648 to 2147483647'
  const wrong = [
    ['the page of a proxy', 502, '<!doctype html>', /^502 from http:.*\/plants is unexpected$/, html],
    [
      'a wrong path',
      404,
      { error: 40401, message: '' },
      /^404 from http:.*\/plants is unexpected: check baseUrl$/,
    ],
    ['no JSON in place of the list', 200, '<!doctype html>', /JSON/],
    ['no JSON in place of an error', 503, '<!doctype html>', /JSON/],
    ['a page in place of the list', 200, '<!doctype html>', /^the content type is text\/html$/, html],
    ['a page with the text of a list', 200, '[]', /^the content type is text\/html$/, html],
    ['a list of another kind', 200, '[]', /is application\/jsonp$/, { 'Content-Type': 'application/jsonp' }],
    [
      'a list of no kind',
      200,
      '[]',
      /^the content type is missing$/,
      { 'Content-Type': new Array<string>() },
    ],
    ['a plant without a name', 200, [{ name: 'Alder' }, { tag: 'Alnus' }], /^\/1\/name is missing$/],
    ['an object in place of the list', 200, {}, /^the value is not an array$/],
    ['an error beyond int32', 401, { error: 2 ** 31, message: '' }, new RegExp(`^${int32}$`)],
    ['bytes that are not UTF-8', 200, Buffer.from('[{"name":"\xE4"}]', 'latin1'), /not valid/],
    ['a redirect', 307, '', /^307 from http:.* redirects to https:\/\/login\.example\.org\/\?next/, to],
    ['304 that nobody asked for', 304, '', /^304 from .* is unexpected/],
  ] as const
  for (const [what, status, body, reason, headers] of wrong) {
    it(`calls ${what} unexpected, and both calls say the same of it`, async () => {
      await using server = await answering(says(status, body, headers))
      const options = { baseUrl: server.url, token, retries: 0 }
      const result = await listPlants(options)
      assert.equal(result.status, 'unexpected')
      assert.equal(result.httpStatus, status)
      assert.match(result.reason, reason)
      assert.equal(result.text, textOf(body))
      const error: unknown = await all(plants(options)).catch((thrown: unknown) => thrown)
      assert.ok(error instanceof ResponseError && error.result.status === 'unexpected')
      assert.equal(error.result.text.replaceAll('\uFFFD', ''), result.text.replaceAll('\uFFFD', ''))
      assert.equal(error.result.httpStatus, status)
    })
  }
})
