/** What Prism's validators say about an answer, as rules of the contract. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer, Field } from '../../src/exchange.ts'
import { answer, challenge, errorFields, hear, listFields, request } from './examine.ts'

const plants = request('/plants')

test('a correct answer breaks nothing, and shows its rules kept', async () => {
  const { broken, kept } = await hear(
    plants,
    answer(200, [{ name: 'Alder' }, { name: 'Elder', tag: 'Sambucus' }]),
  )
  assert.deepEqual(broken, [])
  for (const rule of ['answers-right-requests', 'plant-has-name', 'plant-tag-is-text', 'etag-sent']) {
    assert.ok(kept.includes(rule), rule)
  }
})

test('an answer is examined although the same request had another one before', async () => {
  const right = answer(200, [{ name: 'Alder' }])
  assert.deepEqual((await hear(plants, answer(200, [{ tag: 'Alnus' }]), { before: [right, right] })).broken, [
    'plant-has-name',
  ])
})

const lists: readonly (readonly [string, unknown])[] = [
  ['list-is-array', {}],
  ['items-are-objects', ['Alder']],
  ['plant-has-name', [{ tag: 'Alnus' }]],
  ['plant-name-is-text', [{ name: 7 }]],
  ['plant-tag-is-text', [{ name: 'Alder', tag: null }]],
  ['no-extra-members', [{ name: 'Alder', id: 7 }]],
  ['payload-is-json', '[{"name":"Alder"}'],
  ['payload-is-json', '\uFEFF[]'],
]

for (const [rule, body] of lists) {
  test(`a list that is ${JSON.stringify(body)} breaks ${rule}`, async () => {
    assert.deepEqual((await hear(plants, answer(200, body))).broken, [rule])
  })
}

for (const type of ['', 'json', 'application/json/x', 'x; y']) {
  test(`a list of the type ${JSON.stringify(type)}, not a media type, breaks only list-content-type`, async () => {
    const fields = listFields.map(([name, value]): Field => [name, name === 'Content-Type' ? type : value])
    assert.deepEqual((await hear(plants, answer(200, [], fields))).broken, ['list-content-type'])
  })
}

test('the Content-Type of a request means nothing, whether it can be read or not', async () => {
  for (const type of ['', 'json', 'text/plain', 'x; y']) {
    const sent = request('/plants', 'GET', [
      ['Authorization', 'Bearer $TOKEN'],
      ['Content-Type', type],
    ])
    const { broken, kept } = await hear(sent, answer(200, []))
    assert.deepEqual([broken, kept.includes('answers-right-requests')], [[], true], type)
  }
})

const errors: readonly (readonly [string, unknown])[] = [
  ['error-is-object', [{ error: 1, message: 'No.' }]],
  ['error-has-both-members', { error: 1 }],
  ['error-is-integer', { error: '1', message: 'No.' }],
  ['error-is-int32', { error: 2_147_483_648, message: 'No.' }],
  ['message-is-text', { error: 1, message: null }],
  ['no-extra-members', { error: 1, message: 'No.', stack: 'at' }],
]

for (const [rule, body] of errors) {
  for (const [status, target] of [
    [400, '/plants?limit=x'],
    [404, '/nowhere'],
  ] as const) {
    test(`an error with ${status} that is ${JSON.stringify(body)} breaks ${rule}`, async () => {
      assert.deepEqual((await hear(request(target), answer(status, body))).broken, [rule])
    })
  }
}

const error = { error: 1, message: 'No.' }
const without = (fields: readonly Field[], name: string): readonly Field[] =>
  fields.filter(([other]) => other !== name)

const heads: readonly (readonly [string, Answer])[] = [
  [
    'list-content-type',
    answer(200, '<ul>', [...without(listFields, 'Content-Type'), ['Content-Type', 'text/html']]),
  ],
  ['etag-sent', answer(200, [], without(listFields, 'ETag'))],
  [
    'list-is-private',
    answer(200, [], [...without(listFields, 'Cache-Control'), ['Cache-Control', 'public']]),
  ],
  ['vary-authorization', answer(200, [], [...without(listFields, 'Vary'), ['Vary', 'Accept']])],
  ['request-id-sent', answer(200, [], without(listFields, 'X-Request-Id'))],
  [
    'error-content-type',
    answer(500, 'Oh.', [...without(errorFields, 'Content-Type'), ['Content-Type', 'text/plain']]),
  ],
  ['refusals-not-stored', answer(500, error, without(errorFields, 'Cache-Control'))],
  ['challenge-is-bearer', answer(401, error)],
  ['retry-after-503', answer(503, error)],
]

for (const [rule, got] of heads) {
  test(`${rule} is seen broken in the head of an answer`, async () => {
    const refused = got.status === 401
    const { broken } = await hear(refused ? request('/plants', 'GET', []) : plants, got, {
      caller: refused ? undefined : 0,
    })
    assert.deepEqual(broken, [rule])
  })
}

test('a request let in that the contract refuses is a breach; one refused as it must be is not', async () => {
  const open = await hear(request('/plants?limit=-1'), answer(200, []))
  assert.deepEqual(open.broken, ['limit-minimum'])
  const anonymous = await hear(request('/plants', 'GET', []), answer(200, []), { caller: undefined })
  assert.deepEqual(anonymous.broken, ['token-required'])
  const closed = await hear(request('/plants', 'GET', []), answer(401, error, [...errorFields, challenge]), {
    caller: undefined,
  })
  assert.deepEqual([closed.broken, closed.refused], [[], ['token-required']])
})

test('what Prism judges wrongly is not held against a service', async () => {
  // Prism knows only one spelling of the scheme, does not know HEAD, and knows only the declared statuses.
  const lower = request('/plants', 'GET', [['Authorization', 'bearer $TOKEN']])
  assert.deepEqual((await hear(lower, answer(200, []))).broken, [])
  assert.deepEqual((await hear(request('/plants', 'HEAD'), answer(200, ''))).broken, [])
  assert.deepEqual((await hear(plants, answer(304, '', listFields))).broken, [])
  const gzip: Field = ['Content-Encoding', 'gzip']
  assert.deepEqual((await hear(plants, answer(200, '\u001F\u008B', [...listFields, gzip]))).broken, [])
})

describe('when judged by the given contract alone', () => {
  const page: readonly Field[] = [['Content-Type', 'text/html']]
  const refusal = answer(400, '<h1>Bad request</h1>', page)
  const wrong = request('/plants?limit=x')

  test('only the statuses that it describes are looked at', async () => {
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
    ['a word that is not a method', request('/plants', 'GE')],
    [
      'octets that are not HTTP',
      { ...request('/plants?limit='), octets: 'GET /plants?limit= 3 HTTP/1.1\r\n\r\n' },
    ],
    ['a target with raw brackets', request('/plants?limit=[5]')],
    ['a browser', request('/plants?limit=x', 'GET', [['Accept', 'text/html']])],
  ] as const) {
    test(`the page that ${what} gets is not`, async () => {
      assert.deepEqual((await hear(sent, refusal, { only: 'given' })).broken, [])
    })
  }

  test('a page at an absolute-form target is not a list', async () => {
    const sent = request('http://127.0.0.1:1/plants', 'GET', [])
    const { broken } = await hear(sent, answer(200, '<h1>Welcome</h1>', page), {
      only: 'given',
      caller: undefined,
    })
    assert.deepEqual(broken, [])
  })
})
