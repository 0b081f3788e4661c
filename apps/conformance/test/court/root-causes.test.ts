/** Findings with one cause are one failure; findings with several are several: so are services told of their habits. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field } from '../../src/exchange.ts'
import type { Finding } from '../../src/court/judge.ts'
import { findRootCauses } from '../../src/court/root-causes.ts'
import { rules } from '../../src/rules/rules.ts'
import { finding } from './bench.ts'
import { anonymous, asked, bodyless, each, exchanged, together, without } from './found.ts'

const refusable = rules.filter(({ kind }) => kind === 'refusable').map(({ id }) => id)
// More than half of them.
const refusals = refusable.slice(0, (refusable.length * 2) / 3)
const absolute = ['answers-right-requests', 'no-token-401', 'other-methods-405'].map((rule) =>
  asked(rule, 'http://127.0.0.1:1/plants', 404),
)
const missing = [
  asked('list-is-private', '/plants', 200, without('Cache-Control')),
  asked('refusals-not-stored', '/plants', 401, without('Cache-Control')),
  asked('etag-sent', '/plants', 200, without('ETag')),
  asked('request-id-sent', '/plants', 200, without('X-Request-Id')),
  asked('request-id-kept', '/plants', 200, 'X-Request-Id: '),
]
const twice: readonly Field[] = [1, 2].map(() => ['Authorization', 'Bearer x'] as const)
const spaced: readonly Field[] = [['Authorization', 'Bearer  $TOKEN']]
const lenient = ['limit-maximum', 'limit-without-sign', 'limit-without-space', 'limit-without-fraction'].map(
  (rule) => asked(rule, '/plants?limit=%205', 200),
)
const tag = 'A list carries one ETag, well-formed.'
const headers = 'Every header that a response declares is there.'
const allPass = 'Requests that must be refused are answered as if they were right.'
const noLimit = 'limit=0 gives 200 and an empty list.'

/** The failures that are due: the headline of each with how many rules it breaks, or how many alone. */
type Due = readonly (readonly [string, number])[] | readonly number[]

const oneCause: Readonly<Record<string, readonly [readonly Finding[], Due]>> = {
  'is a status that the contract does not know, under whatever rules': [
    each(202, 'limit-zero', 'head-as-get', 'answers-right-requests'),
    [['Requests are answered with 202, a status that the contract does not know.', 3]],
  ],
  'is one for each of two such statuses': [
    [...each(202, 'limit-zero', 'head-as-get'), ...each(403, 'limit-zero', 'head-as-get')],
    [2, 2],
  ],
  'is that nothing is refused, where many rules of refusal are broken by a 200': [
    each(200, ...refusals),
    [[allPass, refusals.length]],
  ],
  'has what else is wrong with the same answers as its consequence': [
    refusals.flatMap((rule) => together(200, rule, 'etag-sent')),
    [[allPass, refusals.length + 1]],
  ],
  'is what all the requests have in common that break several rules': [
    absolute,
    [['Requests whose target is a whole address are answered wrongly.', 3]],
  ],
  'is not what a usual request breaks as well': [
    [...absolute, asked('no-token-401', '/plants', 404)],
    [2, 1],
  ],
  'is told apart from others that let wrong requests pass': [
    [
      asked('no-other-path', '/plants%0A', 200),
      asked('limit-without-space', '/plants?limit=+5', 200),
      asked('token-not-in-query', '/plants?access_token=', 200),
      asked('authorization-once', '/plants?access_token=x', 200),
    ],
    [2, 1, 1],
  ],
  'is that HEAD is refused, whatever else it asks': [
    ['head-as-get', 'refused-token-401', 'wrong-request-400'].map((rule) =>
      finding(rule, { exchange: exchanged({ status: 405 }, { method: 'HEAD', fields: [] }, 'nobody') }),
    ),
    [['HEAD is refused with 405.', 3]],
  ],
  'is one wrong status of requests that are wrong in one way, with what else is wrong with such answers': [
    anonymous('token-required', 'unknown-token-refused', 'etag-sent'),
    [['Requests without an accepted token are answered with 200.', 3]],
  ],
  'is told by the rule that forbids such requests, where it is one': [
    anonymous('token-required', 'etag-sent'),
    [['A request without a token is refused: it gets no plants.', 2]],
  ],
  'is a header field that is missing on lists and on refusals': [
    [
      asked('list-content-type', '/plants', 200, without('Content-Type')),
      asked('error-content-type', '/plants', 400, without('Content-Type')),
    ],
    [2],
  ],
  'is that refusals have a wrong status, whatever is wrong with the requests': [
    each(404, 'authorization-once', 'malformed-request-400', 'token-not-in-query'),
    [['Requests are refused with 404 where another status is due.', 3]],
  ],
  'is that refusals of the HTTP library have no body, whatever status they have': [
    [
      bodyless('error-is-object', { method: 'LABEL' }, 400),
      bodyless('every-refusal-has-error-body', { fields: [['Expect', 'x']] }, 417),
      bodyless('every-refusal-has-error-body', {}, 431),
      finding('error-is-integer', { exchange: exchanged({ status: 404, body: Buffer.from('{"error":1}') }) }),
    ],
    [
      ['Refusals come without a body.', 2],
      ['error is an integer.', 1],
    ],
  ],
  'is that none of the added header fields are sent': [
    missing,
    [['Answers come without Cache-Control, ETag, X-Request-Id.', missing.length]],
  ],
  'is told by the name of the header field that alone is missing': [missing.slice(2, 3), [[tag, 1]]],
  'is one leniency; lenient readings of limit are one': [
    [
      ...lenient,
      asked('no-other-path', '/plants%0A', 200),
      asked('authorization-once', { fields: twice }, 200),
      asked('token-not-in-query', '/plants?access_token=x', 200),
    ],
    [lenient.length, 1, 1, 1],
  ],
  'is that one space is taken behind the scheme': [
    [
      asked('spaces-before-token', { fields: spaced }, 401),
      asked('limit-zero', { fields: spaced, target: '/plants?limit=0' }, 401),
    ],
    [['Requests with several spaces behind the scheme are answered wrongly.', 2]],
  ],
  'is that a tag changes, not that conditions with it fail': [
    [
      asked('equal-requests-equal-answers', '/plants', 200, 'ETag: "2"'),
      asked('not-modified-304', { fields: [['If-None-Match', '"1"']] }, 200),
    ],
    [2],
  ],
  'of a comparison is that one of the answers is wrong by itself': [
    each(200, 'lists-all-plants', 'equal-requests-equal-answers'),
    [['A list without limit holds all plants the caller has access to, each as often as it exists.', 2]],
  ],
  'is told in particular where the same answer breaks a rule in general, too': [
    together(200, 'declared-headers-sent', 'etag-sent'),
    [[tag, 2]],
  ],
  'is told in general where that is all that is broken': [each(200, 'declared-headers-sent'), [[headers, 1]]],
  'is one from which another rule must follow, wherever that is broken': [
    each(200, 'limit-zero', 'limit-caps-the-list'),
    [['With limit=n at most n plants come back.', 2]],
  ],
  'is the rule itself where none is broken from which it follows': [each(200, 'limit-zero'), [[noLimit, 1]]],
}

const severalCauses: typeof oneCause = {
  'are as many rules, where few of refusal are broken': [each(200, ...refusable.slice(0, 3)), [1, 1, 1]],
  'are told apart where another answer shows the other': [
    [...each(200, ...refusals), asked('etag-sent', '/plants', 404)],
    [refusals.length, 1],
  ],
  'are not made one by a status that one rule alone is broken by': [
    [asked('limit-zero', '/plants', 500), asked('etag-sent', '/plants', 200)],
    [
      [noLimit, 1],
      [tag, 1],
    ],
  ],
  'are told apart where two kinds of requests are refused with one wrong status': [
    [asked('no-other-path', '/plants%0A', 401), asked('token-not-in-query', '/plants?access_token=x', 401)],
    [1, 1],
  ],
  'are a comparison and a wrong answer where these are about other requests': [
    [asked('lists-all-plants', '/plants', 200), asked('not-modified-304', '/plants?limit=1', 200)],
    [1, 1],
  ],
  'are a rule in general and one in particular where other answers break them': [
    [asked('declared-headers-sent', '/plants', 404), asked('etag-sent', '/plants', 200)],
    [
      [tag, 1],
      [headers, 1],
    ],
  ],
}

for (const [what, cases] of Object.entries({ 'one cause': oneCause, 'several causes': severalCauses })) {
  describe(what, () => {
    for (const [name, [findings, due]] of Object.entries(cases)) {
      test(name, () => {
        const causes = findRootCauses(rules, findings).map(
          ({ headline, rules: names }) => [headline, names.length] as const,
        )
        assert.deepEqual(typeof due[0] === 'number' ? causes.map(([, count]) => count) : causes, due)
      })
    }
  })
}

test('what the judge of sessions says is shown before what tools say, a short line before a long one; the particular rule first', () => {
  const lines = [
    ['prism', 'curl'],
    ['sessions', 'curl --long'],
    ['sessions', ''],
    ['sessions', 'curl -s'],
  ] as const
  const findings = lines.map(([judge, curl]) => finding('limit-once', { judge, curl }))
  assert.deepEqual(
    findRootCauses(rules, findings)[0]?.findings.map(({ curl }) => curl),
    ['curl -s', 'curl --long', '', 'curl'],
  )
  const [both] = findRootCauses(rules, together(200, 'declared-headers-sent', 'etag-sent'))
  assert.equal(both?.findings[0]?.rule, 'etag-sent')
})
