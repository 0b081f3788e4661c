/** Findings with one cause are one failure; findings with several are several. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer, Exchange } from '../../src/exchange.ts'
import type { Finding } from '../../src/court/judge.ts'
import { findRootCauses } from '../../src/court/root-causes.ts'
import { rules } from '../../src/rules/rules.ts'
import { exchange, finding } from './bench.ts'

let made = 0
function answered(status: number): Exchange {
  made += 1
  return { id: made, ...exchange({ status } satisfies Partial<Answer>, { caller: 0 }) }
}

const refusable = rules.filter(({ kind }) => kind === 'refusable').map(({ id }) => id)
// More than half of them.
const refusals = refusable.slice(0, (refusable.length * 2) / 3)

function causesOf(findings: readonly Finding[]): readonly (readonly [string, number])[] {
  return findRootCauses(rules, findings).map(({ headline, rules: names }) => [headline, names.length])
}

describe('one cause', () => {
  test('is a status that the contract does not know, under whatever rules', () => {
    const findings = ['limit-zero', 'head-as-get', 'answers-right-requests'].map((rule) =>
      finding(rule, { exchange: answered(202) }),
    )
    assert.deepEqual(causesOf(findings), [
      ['Requests are answered with 202, a status that the contract does not know.', 3],
    ])
  })
  test('is one for each of two such statuses', () => {
    const findings = [202, 403].flatMap((status) =>
      ['limit-zero', 'head-as-get'].map((rule) => finding(rule, { exchange: answered(status) })),
    )
    assert.equal(causesOf(findings).length, 2)
  })
  test('is that nothing is refused, where many rules of refusal are broken by a 200', () => {
    const findings = refusals.map((rule) => finding(rule, { exchange: answered(200) }))
    assert.deepEqual(causesOf(findings), [
      ['Requests that must be refused are answered as if they were right.', refusals.length],
    ])
  })
  test('is what all the requests have in common that break several rules, and no others do', () => {
    const asked = (rule: string, target: string): Finding => {
      const { id, answer, ...rest } = answered(404)
      return finding(rule, {
        exchange: { ...rest, id, answer, request: { method: 'GET', target, fields: [] } },
      })
    }
    const absolute = ['answers-right-requests', 'no-token-401', 'other-methods-405'].map((rule) =>
      asked(rule, 'http://127.0.0.1:1/plants'),
    )
    assert.deepEqual(causesOf(absolute), [
      ['Requests whose target is a whole address are answered wrongly.', 3],
    ])
    // A rule that a usual request breaks as well has another cause.
    assert.deepEqual(
      causesOf([...absolute, asked('no-token-401', '/plants')]).map(([, count]) => count),
      [2, 1],
    )
  })
  test('is told apart from others that let wrong requests pass', () => {
    const passed = (rule: string, target: string): Finding =>
      finding(rule, { exchange: { ...answered(200), request: { method: 'GET', target, fields: [] } } })
    assert.deepEqual(
      causesOf([
        passed('no-other-path', '/plants%0A'),
        passed('limit-without-space', '/plants?limit=+5'),
        passed('token-not-in-query', '/plants?access_token='),
        passed('authorization-once', '/plants?access_token=x'),
      ]).map(([, count]) => count),
      [2, 1, 1],
    )
  })
  test('is that HEAD is refused, whatever else it asks', () => {
    const refused = {
      ...exchange({ status: 405 }),
      request: { method: 'HEAD', target: '/plants', fields: [] },
    }
    const findings = ['head-as-get', 'refused-token-401', 'wrong-request-400'].map((rule, id) =>
      finding(rule, { exchange: { id, ...refused } }),
    )
    assert.deepEqual(causesOf(findings), [['HEAD is refused with 405.', 3]])
  })
  test('has what else is wrong with the same answers as its consequence', () => {
    const findings = refusals.flatMap((rule) => {
      const shown = answered(200)
      return [finding(rule, { exchange: shown }), finding('etag-sent', { exchange: shown })]
    })
    assert.deepEqual(causesOf(findings), [
      ['Requests that must be refused are answered as if they were right.', refusals.length + 1],
    ])
  })
})

describe('requests that are wrong in one way', () => {
  const anonymous = (rule: string): Finding =>
    finding(rule, {
      exchange: {
        id: (made += 1),
        ...exchange({}, { request: { method: 'GET', target: '/plants', fields: [] } }),
      },
    })

  test('and get the same wrong status are one cause, with what else is wrong with such answers', () => {
    const findings = ['token-required', 'unknown-token-refused', 'etag-sent'].map((rule) => anonymous(rule))
    assert.deepEqual(causesOf(findings), [['Requests without an accepted token are answered with 200.', 3]])
  })
  test('are told by the rule that forbids them, where it is one', () => {
    const findings = ['token-required', 'etag-sent'].map((rule) => anonymous(rule))
    assert.deepEqual(causesOf(findings), [['A request without a token is refused: it gets no plants.', 2]])
  })
})

test('a header field that is missing on lists and on refusals is one cause', () => {
  const [list, error] = (['list-content-type', 'error-content-type'] as const).map((rule) =>
    finding(rule, { came: 'no Content-Type', exchange: answered(rule === 'list-content-type' ? 200 : 400) }),
  )
  assert.ok(list !== undefined && error !== undefined)
  assert.equal(causesOf([list, error]).length, 1)
})

test('what is refused with a wrong status, whatever is wrong with it, is one cause', () => {
  const refused = (rule: string): Finding => finding(rule, { exchange: answered(404) })
  const three = ['authorization-once', 'malformed-request-400', 'token-not-in-query']
  const told = [['Requests are refused with 404 where another status is due.', 3]]
  assert.deepEqual(causesOf(three.map((rule) => refused(rule))), told)
})

describe('a rule that compares answers', () => {
  const asked = (rule: string, target: string): Finding =>
    finding(rule, { exchange: { ...answered(200), request: { ...answered(200).request, target } } })

  test('is broken wherever one of them is wrong by itself', () => {
    const findings = [asked('lists-all-plants', '/plants'), asked('equal-requests-equal-answers', '/plants')]
    assert.deepEqual(causesOf(findings), [
      ['A list without limit holds all plants the caller has access to, each as often as it exists.', 2],
    ])
  })
  test('has a cause of its own where the others are about other requests', () => {
    const findings = [asked('lists-all-plants', '/plants'), asked('not-modified-304', '/plants?limit=1')]
    assert.equal(causesOf(findings).length, 2)
  })
})

describe('a rule that says in general what another says in particular', () => {
  const headers = 'Every header that a response declares is there.'
  const tag = 'A list carries one ETag, well-formed.'

  test('is no failure of its own where the same answer breaks both', () => {
    const shown = answered(200)
    const findings = ['declared-headers-sent', 'etag-sent'].map((rule) => finding(rule, { exchange: shown }))
    assert.deepEqual(causesOf(findings), [[tag, 2]])
    assert.equal(findRootCauses(rules, findings)[0]?.findings[0]?.rule, 'etag-sent')
  })
  test('is one where another answer breaks it', () => {
    const findings = ['declared-headers-sent', 'etag-sent'].map((rule, index) =>
      finding(rule, { exchange: answered(index === 0 ? 404 : 200) }),
    )
    assert.deepEqual(
      new Map(causesOf(findings)),
      new Map([
        [tag, 1],
        [headers, 1],
      ]),
    )
  })
  test('is one where it is all that is broken', () => {
    assert.deepEqual(causesOf([finding('declared-headers-sent', { exchange: answered(200) })]), [
      [headers, 1],
    ])
  })
  test('follows from another wherever that is broken, if it must', () => {
    const findings = ['limit-zero', 'limit-caps-the-list'].map((rule) =>
      finding(rule, { exchange: answered(200) }),
    )
    assert.deepEqual(causesOf(findings), [['With limit=n at most n plants come back.', 2]])
    assert.deepEqual(causesOf(findings.slice(0, 1)), [['limit=0 gives 200 and an empty list.', 1]])
  })
})

describe('several causes', () => {
  test('are as many rules, where few of refusal are broken', () => {
    const findings = refusable.slice(0, 3).map((rule) => finding(rule, { exchange: answered(200) }))
    assert.equal(causesOf(findings).length, 3)
  })
  test('are told apart where another answer shows the other', () => {
    const findings = refusals.map((rule) => finding(rule, { exchange: answered(200) }))
    assert.deepEqual(causesOf([...findings, finding('etag-sent', { exchange: answered(404) })]).length, 2)
  })
  test('are not made one by a status that one rule alone is broken by', () => {
    const findings = [
      finding('limit-zero', { exchange: answered(500) }),
      finding('etag-sent', { exchange: answered(200) }),
    ]
    assert.deepEqual(
      causesOf(findings).map(([headline]) => headline),
      ['limit=0 gives 200 and an empty list.', 'A list carries one ETag, well-formed.'],
    )
  })
})

test('what the judge of sessions says is shown before what tools say, a short line before a long one', () => {
  const findings = [
    finding('limit-once', { judge: 'prism', curl: 'curl' }),
    finding('limit-once', { judge: 'sessions', curl: 'curl --long' }),
    finding('limit-once', { judge: 'sessions', curl: '' }),
    finding('limit-once', { judge: 'sessions', curl: 'curl -s' }),
  ]
  const [failure] = findRootCauses(rules, findings)
  assert.deepEqual(
    failure?.findings.map(({ curl }) => curl),
    ['curl -s', 'curl --long', '', 'curl'],
  )
})
