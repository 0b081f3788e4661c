/** One call, one answer: from the running service, and from servers that answer as the service never would. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { listPlants, type ListPlantsOptions, type ListPlantsResult } from '@plant-store/client'
import { serveSmallWorld } from '@plant-store/testkit'
import { answering, says } from './answering.ts'

const token = 'pst_any'
const alder = [{ name: 'Alder', tag: 'Alnus' }]

const { world, service, stop } = await serveSmallWorld()
after(stop)

describe('listPlants, of the service', () => {
  const ask = (options: Partial<ListPlantsOptions> = {}): Promise<ListPlantsResult> =>
    listPlants({ baseUrl: service.url, token: world.users.ana.token, ...options })

  it('gives all plants of the user, or the first ones', async () => {
    const all = await ask()
    assert.equal(all.status, 200)
    assert.deepEqual(all.body, world.users.ana.plants)
    const some = await ask({ limit: 2 })
    assert.deepEqual(some.status === 200 && some.body, world.users.ana.plants.slice(0, 2))
  })

  it('reports a refusal, with its number', async () => {
    const result = await ask({ token: world.users.ana.revokedToken })
    assert.equal(result.status, 401)
    assert.equal(result.body.error, 40102)
    assert.match(result.headers.get('WWW-Authenticate') ?? '', /invalid_token/)
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
    const cache = new Map()
    const answers: number[] = []
    const counting: typeof fetch = async (...args) => {
      const response = await fetch(...args)
      answers.push(response.status)
      return response
    }
    for (const user of ['ana', 'ana', 'ben', 'ben', 'ana'] as const) {
      const result = await ask({ token: world.users[user].token, cache, fetch: counting })
      assert.deepEqual(result.status === 200 && result.body, world.users[user].plants)
    }
    assert.deepEqual(answers, [200, 304, 200, 304, 200])
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

  it('caches nothing that is not a list, and nothing without a tag', async () => {
    const cache = new Map()
    await using server = await answering(
      says(200, [{ tag: 'Alnus' }], { ETag: '"bad"' }),
      says(200, alder),
      says(200, alder, { ETag: '"good"' }),
      (request, response) =>
        response.writeHead(request.headers['if-none-match'] === '"good"' ? 304 : 500).end(),
    )
    const seen: unknown[] = []
    for (let times = 0; times < 4; times += 1) {
      seen.push((await listPlants({ baseUrl: server.url, token, cache })).status)
    }
    assert.deepEqual(seen, ['unexpected', 200, 200, 200])
    const asked = server.requests.map(({ headers }) => headers['if-none-match'])
    assert.deepEqual(asked, [undefined, undefined, undefined, '"good"'])
  })

  const textOf = (body: unknown): string =>
    typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)
  const wrong = [
    [
      'the page of a proxy',
      502,
      '<!doctype html><title>Bad gateway</title>',
      '502 is no status of this operation',
    ],
    ['a page in place of the list', 200, '<!doctype html>', 'the body is not JSON'],
    ['a page in place of an error', 503, '<!doctype html>', 'the body is not JSON'],
    ['a plant without a name', 200, [{ name: 'Alder' }, { tag: 'Alnus' }], '/1/name is missing'],
    ['an object in place of the list', 200, {}, 'the value is not an array'],
    [
      'an error beyond int32',
      401,
      { error: 2 ** 31, message: '' },
      '/error is not a whole number from -2147483648 to 2147483647',
    ],
    ['octets that are not UTF-8', 200, Buffer.from('[{"name":"\xE4"}]', 'latin1'), /not valid/],
    ['a redirection', 307, '', '307 is no status of this operation'],
    ['304 that nobody asked for', 304, '', '304 is no status of this operation'],
  ] as const
  for (const [what, status, body, reason] of wrong) {
    it(`calls ${what} unexpected`, async () => {
      await using server = await answering(says(status, body, { Location: 'http://127.0.0.1:9/' }))
      const result = await listPlants({ baseUrl: server.url, token, retries: 0 })
      assert.equal(result.status, 'unexpected')
      if (typeof reason === 'string') assert.equal(result.reason, reason)
      else assert.match(result.reason, reason)
      assert.equal(result.text, textOf(body))
      assert.equal(server.requests.length, 1)
    })
  }

  it('refuses wrong options before anything is sent, without the token in the text', async () => {
    await using server = await answering(says(200, []))
    for (const limit of [-1, 0.5, Number.NaN, 2 ** 31]) {
      await assert.rejects(listPlants({ baseUrl: server.url, token, limit }), RangeError)
    }
    for (const secret of ['', 'two words', 'line\r\nX: y', 'ключ']) {
      const error: unknown = await listPlants({ baseUrl: server.url, token: secret }).catch(
        (cause: unknown) => cause,
      )
      assert.ok(error instanceof TypeError)
      assert.ok(secret === '' || !error.message.includes(secret))
    }
    await assert.rejects(listPlants({ baseUrl: 'plants.example.org', token }), TypeError)
    assert.equal(server.requests.length, 0)
  })
})
