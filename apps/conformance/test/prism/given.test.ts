/** What Prism's validators may say by the given contract alone. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field } from '../../src/exchange.ts'
import { answer, hear, request } from './examine.ts'

describe('judged by the given alone', () => {
  const page: readonly Field[] = [['Content-Type', 'text/html']]
  const refusal = answer(400, '<h1>Bad request</h1>', page)
  const wrong = request('/plants?limit=x')

  test('only the statuses are looked at that it describes', async () => {
    const got = answer(401, 'No.', [['Content-Type', 'text/plain']])
    const anonymous = request('/plants', 'GET', [])
    assert.deepEqual((await hear(anonymous, got, { only: 'given', caller: undefined })).broken, [])
  })

  test('a refusal of the operation is looked at', async () => {
    const { broken } = await hear(wrong, refusal, { only: 'given' })
    assert.ok(broken.includes('error-content-type'), broken.join(', '))
  })

  for (const [what, sent] of [
    ['another path', request('/plants%')],
    ['another method', request('/plants', 'POST')],
    ['a word that is no method', request('/plants', 'GE')],
    [
      'octets that are no HTTP',
      { ...request('/plants?limit='), octets: 'GET /plants?limit= 3 HTTP/1.1\r\n\r\n' },
    ],
    ['a target with raw brackets', request('/plants?limit=[5]')],
    ['a browser', request('/plants?limit=x', 'GET', [['Accept', 'text/html']])],
  ] as const) {
    test(`the page that ${what} gets is not`, async () => {
      assert.deepEqual((await hear(sent, refusal, { only: 'given' })).broken, [])
    })
  }

  test('a page at a whole address is no list', async () => {
    const sent = request('http://127.0.0.1:1/plants', 'GET', [])
    const { broken } = await hear(sent, answer(200, '<h1>Welcome</h1>', page), {
      only: 'given',
      caller: undefined,
    })
    assert.deepEqual(broken, [])
  })
})
