/** When a request is sent again, how long the client waits before that, and what ends a call. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, it } from 'node:test'
import { ResponseError, listPlants, plants } from '@plant-store/client'
import { answering, begins, hangsUp, isSilent, says } from './answering.ts'

const token = 'pst_any'
const alder = [{ name: 'Alder', tag: 'Alnus' }]
const unavailable = { error: 50301, message: 'The service cannot answer now. Try again later.' }

describe('listPlants', () => {
  for (const status of [429, 502, 503, 504]) {
    it(`asks again after ${status}, with both calls, once Retry-After is over`, async () => {
      const busy = says(status, '', { 'Retry-After': '1', 'Content-Type': 'text/html' })
      await using server = await answering(busy, says(200, alder), busy, says(200, alder))
      const startedAt = performance.now()
      const options = { baseUrl: server.url, token, retries: 1 }
      assert.equal((await listPlants(options)).status, 200)
      assert.deepEqual(await Array.fromAsync(plants(options)), alder)
      assert.ok(performance.now() - startedAt >= 2000)
    })
  }

  it('asks again after a response that breaks off, and in the end says that it does', async () => {
    const cut = begins('[{"name":"Alder"},', (response) => response.destroy())
    await using server = await answering(cut, says(200, alder), cut)
    assert.equal((await listPlants({ baseUrl: server.url, token, retries: 1 })).status, 200)
    const result = await listPlants({ baseUrl: server.url, token, retries: 1 })
    assert.match(result.status === 'unexpected' ? result.reason : '', /^the response breaks off: /)
    assert.equal(server.requests.length, 4)
  })

  it('does not ask again for a header that is too long for fetch: it would be the next time', async () => {
    await using server = await answering(says(200, alder, { 'X-Long': 'x'.repeat(32_768) }))
    const listed = listPlants({ baseUrl: server.url, token, retries: 2 })
    await assert.rejects(listed, /Headers Overflow/)
    assert.equal(server.requests.length, 1)
  })

  const refusal = { error: 40102, message: 'The bearer token was not accepted.' }
  const checks: RequestListener = (request, response) => {
    const isFresh = request.headers.authorization === 'Bearer pst_fresh'
    says(isFresh ? 200 : 401, isFresh ? alder : refusal)(request, response)
  }
  for (const [what, tokens, status, requests] of [
    ['a fresh token', ['pst_old', 'pst_fresh'], 200, 2],
    ['the refused one', ['pst_old', 'pst_old'], 401, 1],
    ['another old one', ['pst_old', 'pst_older', 'pst_fresh'], 401, 2],
  ] as const) {
    it(`asks the token function once more after 401, without retries: ${what}`, async () => {
      await using server = await answering(checks)
      const refused: unknown[] = []
      const next = (one?: string): string => tokens[refused.push(one) - 1] ?? ''
      const result = await listPlants({ baseUrl: server.url, token: next, retries: 0 })
      assert.equal(result.status, status)
      assert.deepEqual(refused, [undefined, 'pst_old'])
      assert.equal(server.requests.length, requests)
      refused.length = 0
      const listed = Array.fromAsync(plants({ baseUrl: server.url, token: next, retries: 0 }))
      await (status === 200 ? listed : assert.rejects(listed, ResponseError))
    })
  }

  it('sends a token that is a text only once', async () => {
    await using server = await answering(checks)
    assert.equal((await listPlants({ baseUrl: server.url, token })).status, 401)
    assert.equal(server.requests.length, 1)
  })

  it('does not wait once the signal is aborted, and leaves no listener on it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const controller = new AbortController()
    const added = t.mock.method(controller.signal, 'addEventListener')
    const removed = t.mock.method(controller.signal, 'removeEventListener')
    const leaving = new Error('The page was left.')
    const scripted: typeof fetch = () => {
      controller.abort(leaving)
      return Promise.resolve(Response.json(unavailable, { status: 503, headers: { 'Retry-After': '20' } }))
    }
    await assert.rejects(
      listPlants({ baseUrl: 'http://x', token, signal: controller.signal, fetch: scripted }),
      leaving,
    )
    assert.equal(removed.mock.callCount(), added.mock.callCount())
  })

  it('understands a Retry-After that is a date', async () => {
    const past = new Date(0).toUTCString()
    await using server = await answering(says(503, unavailable, { 'Retry-After': past }), says(200, alder))
    assert.equal((await listPlants({ baseUrl: server.url, token })).status, 200)
  })

  it('asks for the token before each attempt, and waits at random, twice as long each time', async (t) => {
    t.mock.method(Math, 'random', () => 0.5)
    const due: readonly unknown[] = [3100, 200, 400, 800, 1600, 2500, 2500]
    const later = globalThis.setTimeout
    const waits: unknown[] = []
    // Other code sets timers too; those of fetch take arguments, which must be passed on.
    t.mock.method(globalThis, 'setTimeout', (then: () => void, ms: number, ...given: []) => {
      if (!due.includes(ms)) return later(then, ms, ...given)
      waits.push(ms)
      return later(then, 0)
    })
    const sent: unknown[] = []
    const responses = [503, 503, 'breaks', 503, 503, 503, 503, 200] as const
    const scripted: typeof fetch = (_, init) => {
      const response = responses[sent.length] ?? 200
      sent.push(new Headers(init?.headers).get('Authorization'))
      if (response === 'breaks') return Promise.reject(new TypeError('fetch failed'))
      const headers = sent.length === 1 ? { 'Retry-After': '3' } : {}
      return Promise.resolve(
        Response.json(response === 200 ? alder : unavailable, { status: response, headers }),
      )
    }
    let asked = 0
    const next = (): string => `pst_${(asked += 1)}`
    const result = await listPlants({ baseUrl: 'http://x', token: next, retries: 7, fetch: scripted })
    assert.equal(result.status, 200)
    assert.deepEqual(
      sent,
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Bearer pst_${number}`),
    )
    assert.deepEqual(waits, due)
  })

  it('gives up in the end, with the last response or the error of fetch', async () => {
    await using busy = await answering(says(503, unavailable))
    assert.equal((await listPlants({ baseUrl: busy.url, token, retries: 1 })).status, 503)
    assert.equal(busy.requests.length, 2)
    await using gone = await answering(hangsUp)
    await assert.rejects(listPlants({ baseUrl: gone.url, token, retries: 1 }), TypeError)
    assert.equal(gone.requests.length, 2)
  })

  it('does not wait for a service that asks for more than half a minute', async () => {
    await using server = await answering(says(503, unavailable, { 'Retry-After': '31' }))
    assert.equal((await listPlants({ baseUrl: server.url, token })).status, 503)
    assert.equal(server.requests.length, 1)
  })

  it('never asks again after any other response', async () => {
    await using server = await answering(says(500, { error: 50001, message: 'It failed.' }))
    assert.equal((await listPlants({ baseUrl: server.url, token })).status, 500)
    assert.equal(server.requests.length, 1)
  })

  it('ends when it is told to, also while it waits', async () => {
    await using silent = await answering(isSilent)
    await assert.rejects(listPlants({ baseUrl: silent.url, token, timeoutMs: 50 }), { name: 'TimeoutError' })
    const leaving = new Error('the page was left')
    await using busy = await answering(says(503, unavailable, { 'Retry-After': '20' }))
    const controller = new AbortController()
    const call = listPlants({ baseUrl: busy.url, token, signal: controller.signal })
    // Once the response has been read, the call waits for 20 seconds.
    setTimeout(() => controller.abort(leaving), 200)
    await assert.rejects(call, leaving)
    await assert.rejects(
      listPlants({ baseUrl: busy.url, token, signal: AbortSignal.abort(leaving) }),
      leaving,
    )
  })

  it('ends in the middle of a response when it is told to', async () => {
    const leaving = new Error('the page was left')
    const controller = new AbortController()
    await using server = await answering(begins('[{"name":"Alder"},', () => controller.abort(leaving)))
    const { signal } = controller
    await assert.rejects(listPlants({ baseUrl: server.url, token, signal }), leaving)
    assert.equal(server.requests.length, 1)
  })
})
