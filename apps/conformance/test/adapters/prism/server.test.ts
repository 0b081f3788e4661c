/** Prism's servers as checkers use them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPrism } from '../../../src/adapters/prism/server.ts'
import { serve } from '../../serve.ts'

const ask = (url: string): Promise<Response> =>
  fetch(`${url}/plants`, {
    headers: { Authorization: 'Bearer any' },
    signal: AbortSignal.timeout(60_000),
  })

test('several can be open at once, and each is gone when it is disposed of', async () => {
  await using service = await serve((_request, response) => response.end('[]'))
  const [one, other] = await Promise.all([startPrism(service.url), startPrism(service.url)])
  assert.notEqual(one.url, other.url)
  await one[Symbol.asyncDispose]()
  await assert.rejects(ask(one.url))
  assert.deepEqual([one.hasEnded(), other.hasEnded()], [true, false])
  assert.equal((await ask(other.url)).status, 200)
  await other[Symbol.asyncDispose]()
})

test('where it does not start, a sentence says so', async () => {
  await assert.rejects(startPrism('no address'), {
    name: 'CheckerFailure',
    message: /^Prism did not start: /,
  })
})
