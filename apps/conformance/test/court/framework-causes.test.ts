/** Services as their frameworks make them: each of their habits is one failure, and two are two. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Finding } from '../../src/court/judge.ts'
import { findRootCauses } from '../../src/court/root-causes.ts'
import type { Answer, SentRequest } from '../../src/exchange.ts'
import { rules } from '../../src/rules/rules.ts'
import { exchange, finding } from './bench.ts'

const causesOf = (findings: readonly Finding[]): readonly (readonly [string, number])[] =>
  findRootCauses(rules, findings).map(({ headline, rules: names }) => [headline, names.length])

let made = 0

describe('services', () => {
  const asked = (rule: string, request: Partial<SentRequest>, answer: Partial<Answer>, came = ''): Finding =>
    finding(rule, {
      came,
      exchange: {
        id: (made += 1),
        ...exchange(answer, {
          caller: 0,
          request: { method: 'GET', target: '/plants', fields: [['Authorization', 'Bearer x']], ...request },
        }),
      },
    })
  const [empty, full] = [Buffer.alloc(0), Buffer.from('{"error":1}')]

  test('are told once that refusals of the HTTP library have no body, whatever status they have', () => {
    const expecting = { fields: [['Expect', 'x']] as const }
    assert.deepEqual(
      causesOf([
        asked('error-is-object', { method: 'LABEL' }, { status: 400, body: empty }),
        asked('every-refusal-has-error-body', expecting, { status: 417, body: empty }),
        asked('every-refusal-has-error-body', {}, { status: 431, body: empty }),
        asked('error-is-integer', {}, { status: 404, body: full }),
      ]),
      [
        ['Refusals come without a body.', 2],
        ['error is an integer.', 1],
      ],
    )
  })

  test('are told once that they send none of the added header fields, and by its name which single one', () => {
    const missing = [
      asked('list-is-private', {}, {}, 'no Cache-Control'),
      asked('refusals-not-stored', {}, { status: 401 }, 'no Cache-Control'),
      asked('etag-sent', {}, {}, 'no ETag'),
      asked('request-id-sent', {}, {}, 'no X-Request-Id'),
      asked('request-id-kept', {}, {}, 'X-Request-Id: '),
    ]
    assert.deepEqual(causesOf(missing), [
      ['Answers come without Cache-Control, ETag, X-Request-Id.', missing.length],
    ])
    assert.deepEqual(causesOf(missing.slice(2, 3)), [['A list carries one ETag, well-formed.', 1]])
  })

  test('are told each leniency by itself, and lenient readings of limit as one', () => {
    const passed = (rule: string, target: string): Finding => asked(rule, { target }, { status: 200 })
    const twice = [1, 2].map(() => ['Authorization', 'Bearer x'] as const)
    const numbers = ['limit-maximum', 'limit-without-sign', 'limit-without-space', 'limit-without-fraction']
    assert.deepEqual(
      causesOf([
        ...numbers.map((rule) => passed(rule, '/plants?limit=%205')),
        passed('no-other-path', '/plants%0A'),
        asked('authorization-once', { fields: twice }, { status: 200 }),
        passed('token-not-in-query', '/plants?access_token=x'),
      ]).map(([, count]) => count),
      [numbers.length, 1, 1, 1],
    )
  })

  test('are told once that they take one space behind the scheme', () => {
    const fields = [['Authorization', 'Bearer  $TOKEN']] as const
    const refused = (rule: string, target: string): Finding =>
      asked(rule, { fields, target }, { status: 401 })
    assert.deepEqual(
      causesOf([refused('spaces-before-token', '/plants'), refused('limit-zero', '/plants?limit=0')]),
      [['Requests with several spaces behind the scheme are answered wrongly.', 2]],
    )
  })

  test('are told that a tag changes, not that conditions with it fail', () => {
    const condition = { fields: [['If-None-Match', '"1"']] as const }
    assert.deepEqual(
      causesOf([
        asked('equal-requests-equal-answers', {}, {}, 'ETag: "2"'),
        asked('not-modified-304', condition, {}),
      ]).map(([, count]) => count),
      [2],
    )
  })

  test('are told apart where two kinds of requests are refused with one wrong status', () => {
    assert.equal(
      causesOf([
        asked('no-other-path', { target: '/plants%0A' }, { status: 401 }),
        asked('token-not-in-query', { target: '/plants?access_token=x' }, { status: 401 }),
      ]).length,
      2,
    )
  })
})
