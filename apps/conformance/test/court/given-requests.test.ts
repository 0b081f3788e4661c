/** Which requests the given contract describes. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field, SentRequest } from '../../src/exchange.ts'
import { isDescribedRequest, isOrdinary } from '../../src/contract/given-requests.ts'

const usual: readonly Field[] = [
  ['Host', '127.0.0.1:8080'],
  ['Accept', '*/*'],
  ['Authorization', 'Bearer abc'],
]
const get = (target: string, ...fields: readonly Field[]): SentRequest => ({
  method: 'GET',
  target,
  fields: [...usual, ...fields],
})

describe('the given contract describes', () => {
  const described: readonly SentRequest[] = [
    get('/plants'),
    get('/plants?limit=1.5&x=%20%C3%A9'),
    get('/plants', ['If-None-Match', '"a", W/"b"']),
    get('/plants', ['Connection', 'close'], ['Accept-Encoding', 'gzip, deflate'], ['User-Agent', 'curl/8.0']),
  ]
  for (const request of described) {
    test(`${request.target} with ${request.fields.length} usual fields`, () => {
      assert.ok(isDescribedRequest(request, '127.0.0.1:8080'))
    })
  }
})

describe('it does not describe', () => {
  const others: Readonly<Record<string, SentRequest>> = {
    'another method': { ...get('/plants'), method: 'HEAD' },
    content: { ...get('/plants'), body: 'x' },
    'the announcement of content': get('/plants', ['Content-Length', '0']),
    'raw octets': { ...get('/plants'), octets: 'GET /plants HTTP/1.0\r\n\r\n' },
    'an absolute URL': get('http://127.0.0.1:8080/plants'),
    'a target with characters that no URL may contain': get('/plants?limit=[5]'),
    'an invalid percent code': get('/plants?limit=%zz'),
    'a control character': get('/plants?limit=%00'),
    'octets that are not text': get('/plants?limit=%FF'),
    'a long target': get(`/plants?limit=${'9'.repeat(3000)}`),
    'a long header': get('/plants', ['User-Agent', `a/${'1'.repeat(5000)}`]),
    'two credentials': get('/plants', ['Authorization', 'Bearer x']),
    'an expectation': get('/plants', ['Expect', 'a-good-harvest']),
    'characters that some parsers reject': get('/plants', ['User-Agent', 'a/1\u0001']),
  }
  for (const [what, request] of Object.entries(others)) {
    test(what, () => {
      assert.ok(!isOrdinary(request))
      assert.ok(!isDescribedRequest(request))
    })
  }

  for (const field of [
    ['Accept', 'text/html'],
    ['Accept-Encoding', '%zz'],
    ['If-None-Match', 'x'],
    ['Range', 'bytes=0-5'],
    ['X-Request-Id', 'a b'],
    // Every object has a member of this name.
    ['Constructor', 'x'],
  ] as const) {
    test(`the wish ${field.join(': ')}, though it is sent in an ordinary request`, () => {
      assert.ok(isOrdinary({ ...get('/plants'), fields: [['Host', 'a'], field] }))
      assert.ok(!isDescribedRequest({ ...get('/plants'), fields: [['Host', 'a'], field] }))
    })
  }

  test('a request to another host', () => {
    for (const host of ['localhost:8080', '127.0.0.1']) assert.ok(!isDescribedRequest(get('/plants'), host))
  })
})
