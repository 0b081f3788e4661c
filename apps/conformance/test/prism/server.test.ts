/** Prism's servers as judges use them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPrism } from '../../src/prism/server.ts'

const ask = (url: string, accept: string): Promise<Response> =>
  fetch(`${url}/plants`, {
    headers: { Accept: accept, Authorization: 'Bearer any' },
    signal: AbortSignal.timeout(60_000),
  })

test('a request that Prism did not foresee gets 500, and ends neither Prism nor this process', async () => {
  await using mock = await startPrism()
  const answers = await Promise.all([ask(mock.url, 'x'), ask(mock.url, 'application/json')])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [500, 200],
  )
  assert.equal((await ask(mock.url, '*/*')).status, 200)
})

test('several can be open at once, and each is gone when it is disposed of', async () => {
  const [one, other] = await Promise.all([startPrism(), startPrism()])
  assert.notEqual(one.url, other.url)
  await one[Symbol.asyncDispose]()
  await assert.rejects(ask(one.url, '*/*'))
  assert.equal((await ask(other.url, '*/*')).status, 200)
  await other[Symbol.asyncDispose]()
})

test('a server that cannot be opened says why', async () => {
  await assert.rejects(startPrism('no address'), /Invalid URL/)
})
