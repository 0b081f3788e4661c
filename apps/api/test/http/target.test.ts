/** `ctx.query` is what Koa's users expect, for any operation, however many parameters there are. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import Koa from 'koa'
import { parseQueryInLinearTime } from '../../src/http/application.ts'

describe('ctx.query', () => {
  const app = new Koa()
  parseQueryInLinearTime(app)
  app.use((ctx) => {
    ctx.body = ctx.query
  })
  const server = createServer({ maxHeaderSize: 1_000_000 }, (req, res) => void app.callback()(req, res))
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(() => server.close())

  const queryOf = async (query: string): Promise<unknown> => {
    const { port } = server.address() as AddressInfo
    return (await fetch(`http://127.0.0.1:${port}/${query}`)).json()
  }

  const cases: readonly (readonly [query: string, parsed: Readonly<Record<string, unknown>>])[] = [
    ['', {}],
    ['?', {}],
    ['?limit=5', { limit: '5' }],
    ['?limit', { limit: '' }],
    ['?limit=5&limit=6', { limit: ['5', '6'] }],
    ['?a=1&b=2&a=3&a=4', { a: ['1', '3', '4'], b: '2' }],
    ['?a=%C3%A9+x', { a: 'é x' }],
    ['?a=%zz', { a: '%zz' }],
    ['??a=1', { '?a': '1' }],
    ['?&a=1&&', { a: '1' }],
    ['?toString=1&constructor=2', { toString: '1', constructor: '2' }],
  ]
  for (const [query, parsed] of cases) {
    test(`of ${JSON.stringify(query)} is ${JSON.stringify(parsed)}`, async () => {
      assert.deepEqual(await queryOf(query), parsed)
    })
  }

  test('has every parameter, even of a great many', async () => {
    const query = await queryOf(`?${'a&'.repeat(5000)}limit=3`)
    assert.deepEqual(query, { a: Array.from({ length: 5000 }, () => ''), limit: '3' })
  })
})
