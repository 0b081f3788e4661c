/** A wrong option is named by every call before anything is sent, and its text has no secret. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClient, listPlants, listPlantsOrThrow, plants, type RequestOptions } from '@plant-store/client'
import { answering, says } from './answering.ts'

const wrong = {
  limit: [-1, 0.5, Number.NaN, 2 ** 31, '5', null],
  timeoutMs: [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '5', null],
  retries: [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '2', null],
  baseUrl: `|plants.example.org|localhost:8080|/api|ftp://127.0.0.1|file:///tmp|http://|http://127.0.0.1:99999
    |http://127.0.0.1:x|http://user:hunter2@127.0.0.1|https://user@127.0.0.1`.split(/\s*\|/),
  token: ['', 'two words', 'line\r\nX: y', 'ключ', undefined, null, 5].flatMap((value) => [
    value,
    () => value,
  ]),
}

describe('a wrong option', () => {
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const text = typeof value === 'function' ? String(value) : JSON.stringify(value)
      it(`${name}: ${text ?? String(value)} (${typeof value})`, async () => {
        await using server = await answering(says(200, []))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the compiler would refuse
        const options = { baseUrl: server.url, token: 'pst_any', [name]: value } as unknown as RequestOptions
        const calls: ((own: RequestOptions) => Promise<unknown>)[] = [
          listPlants,
          listPlantsOrThrow,
          (own) => Array.fromAsync(plants(own)),
        ]
        if (name !== 'token') calls.push((own) => Promise.try(() => createClient(own).listPlants()))
        for (const call of calls) {
          const error: unknown = await call(options).then(
            () => assert.fail('it is accepted'),
            (thrown: unknown) => thrown,
          )
          assert.ok(error instanceof TypeError || error instanceof RangeError)
          assert.ok(error.message.startsWith(`${name} must be `), error.message)
          assert.ok(
            !/hunter2|two words|ключ|X: y/.test(JSON.stringify(error, Object.getOwnPropertyNames(error))),
          )
        }
        assert.equal(server.requests.length, 0)
      })
    }
  }

  it('a port that fetch forbids and an address where nobody listens are named; only the latter is tried again', async () => {
    const gone = await answering(says(200, []))
    await gone[Symbol.asyncDispose]()
    for (const [baseUrl, text, tries] of [
      ['http://127.0.0.1:6667', 'no response from http://127.0.0.1:6667/plants: bad port', 1],
      [gone.url, `no response from ${gone.url}/plants: connect ECONNREFUSED ${gone.url.slice(7)}`, 2],
    ] as const) {
      let asked = 0
      const counting: typeof fetch = (...args) => {
        asked += 1
        return fetch(...args)
      }
      const options = { baseUrl, token: 'pst_any', retries: 1, fetch: counting }
      for (const call of [() => listPlants(options), () => Array.fromAsync(plants(options))]) {
        await assert.rejects(call(), { name: 'TypeError', message: text })
      }
      assert.equal(asked, 2 * tries)
    }
  })
})

describe('createClient', () => {
  it('has the same calls, with its own options, which those of a call come before', async () => {
    await using server = await answering(says(200, [{ name: 'Alder' }]))
    const headers = { 'X-Request-Id': 'from-client', authorization: 'Basic x' }
    const {
      listPlants: list,
      listPlantsOrThrow: listOrThrow,
      plants: each,
    } = createClient({
      baseUrl: server.url,
      token: 'pst_any',
      limit: 1,
      headers,
    })
    assert.equal((await list()).status, 200)
    assert.deepEqual(await listOrThrow({ limit: 2 }), [{ name: 'Alder' }])
    assert.deepEqual(await Array.fromAsync(each({ headers: { 'X-Request-Id': 'from-call' } })), [
      { name: 'Alder' },
    ])
    assert.deepEqual(
      server.requests.map(({ url, headers: sent }) => [url, sent['x-request-id'], sent.authorization]),
      [
        ['/plants?limit=1', 'from-client', 'Bearer pst_any'],
        ['/plants?limit=2', 'from-client', 'Bearer pst_any'],
        ['/plants?limit=1', 'from-call', 'Bearer pst_any'],
      ],
    )
  })
})
