/** Prism's servers as checkers use them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@plant-store/testkit'
import { startPrism } from '../../../plant-store/prism/server.ts'

const ask = (url: string, accept: string): Promise<Response> =>
  fetch(`${url}/plants`, {
    headers: { Accept: accept, Authorization: 'Bearer any' },
    signal: AbortSignal.timeout(60_000),
  })

test('each of several is started again, at the same address, after a request that ends it, and is gone when it is disposed of', async () => {
  const [one, other] = await Promise.all([startPrism(), startPrism()])
  assert.notEqual(one.url, other.url)
  await ask(one.url, 'x').catch(() => {})
  const { status } =
    (await eventually(
      () => ask(one.url, '*/*').catch(() => undefined),
      (response) => response !== undefined,
    )) ?? assert.fail('it is gone')
  assert.equal(status, 200)
  await one[Symbol.asyncDispose]()
  await assert.rejects(ask(one.url, '*/*'))
  assert.equal((await ask(other.url, '*/*')).status, 200)
  await other[Symbol.asyncDispose]()
})

test('where it does not start, a sentence says so', async () => {
  await assert.rejects(startPrism({ url: 'no address' }), {
    name: 'CheckerFailure',
    message: /^Prism did not start: /,
  })
})
