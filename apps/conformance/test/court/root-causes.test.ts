/** Findings with one cause are one failure, findings with several causes are several. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '../../src/exchange.ts'
import { findRootCauses } from '../../src/court/root-causes.ts'
import { rules } from '../../src/rules/rules.ts'
import { finding } from './bench.ts'
import { type CausesDue, describeCauses } from './describe-causes.ts'
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
const tag = 'A list carries one well-formed ETag.'
const headers = 'Every header that the contract declares for an answer is sent.'
const allPass = 'Requests that must be refused are answered as if they were valid.'
const noLimit = 'limit=0 gives 200 and an empty list.'

const oneCause: CausesDue = {
  'is a status that the contract does not define, whatever rules it breaks': [
    each(202, 'limit-zero', 'head-as-get', 'answers-right-requests'),
    [['Requests are answered with 202, a status that the contract does not define.', 3]],
  ],
  'is one for each of two such statuses': [
    [...each(202, 'limit-zero', 'head-as-get'), ...each(403, 'limit-zero', 'head-as-get')],
    [2, 2],
  ],
  'is that nothing is refused, if a 200 breaks many rules about refusals': [
    each(200, ...refusals),
    [[allPass, refusals.length]],
  ],
  'has as its consequence whatever else is wrong with the same answers': [
    refusals.flatMap((rule) => together(200, rule, 'etag-sent')),
    [[allPass, refusals.length + 1]],
  ],
  'is what all requests that break several rules have in common': [
    absolute,
    [['Requests whose target is an absolute URL are answered wrongly.', 3]],
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
  'is that HEAD is refused, whatever else is wrong with the request': [
    ['head-as-get', 'refused-token-401', 'wrong-request-400'].map((rule) =>
      finding(rule, { exchange: exchanged({ status: 405 }, { method: 'HEAD', fields: [] }, 'nobody') }),
    ),
    [['HEAD is refused with 405.', 3]],
  ],
  'is one wrong status for requests that are wrong in one way, with what else is wrong then': [
    anonymous('token-required', 'unknown-token-refused', 'etag-sent'),
    [['Requests without an accepted token are answered with 200.', 3]],
  ],
  'is told by the rule that forbids such requests, if it is only one': [
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
  'is that refusals have a wrong status, whatever is wrong': [
    each(404, 'authorization-once', 'malformed-request-400', 'token-not-in-query'),
    [['Requests are refused with 404 where another status is due.', 3]],
  ],
  'is that refusals by the HTTP library have no body, whatever their status': [
    [
      bodyless('error-is-object', { method: 'LABEL' }, 400),
      bodyless('every-refusal-has-error-body', { fields: [['Expect', 'x']] }, 417),
      bodyless('every-refusal-has-error-body', {}, 431),
      finding('error-is-integer', { exchange: exchanged({ status: 404, body: Buffer.from('{"error":1}') }) }),
    ],
    [
      ['Refusals have no body.', 2],
      ['error is an integer.', 1],
    ],
  ],
  'is that no added header is sent': [
    missing,
    [['Answers lack Cache-Control, ETag, X-Request-Id.', missing.length]],
  ],
  'is told by the name of the header field if only one is missing': [missing.slice(2, 3), [[tag, 1]]],
  'is each leniency; lenient readings of limit are one': [
    [
      ...lenient,
      asked('no-other-path', '/plants%0A', 200),
      asked('authorization-once', { fields: twice }, 200),
      asked('token-not-in-query', '/plants?access_token=x', 200),
    ],
    [lenient.length, 1, 1, 1],
  ],
  'is that only one space is accepted after the scheme': [
    [
      asked('spaces-before-token', { fields: spaced }, 401),
      asked('limit-zero', { fields: spaced, target: '/plants?limit=0' }, 401),
    ],
    [['Requests with several spaces after the scheme are answered wrongly.', 2]],
  ],
  'of a failed comparison is that one of the answers is wrong by itself': [
    each(200, 'lists-all-plants', 'equal-requests-equal-answers'),
    [['Without limit, the list holds all plants the caller has access to, each as often as it exists.', 2]],
  ],
  'is the particular rule if the same answer also breaks a general one': [
    together(200, 'declared-headers-sent', 'etag-sent'),
    [[tag, 2]],
  ],
  'is the general rule if no other is broken': [each(200, 'declared-headers-sent'), [[headers, 1]]],
  'is the rule whose breach breaks another one, wherever that is broken': [
    each(200, 'limit-zero', 'limit-caps-the-list'),
    [['With limit=n at most n plants come back.', 2]],
  ],
  'is the rule itself if no rule is broken from which it follows': [each(200, 'limit-zero'), [[noLimit, 1]]],
}

const severalCauses: CausesDue = {
  'are as many as the rules, if few are broken': [each(200, ...refusable.slice(0, 3)), [1, 1, 1]],
  'are told apart if different answers show them': [
    [...each(200, ...refusals), asked('etag-sent', '/plants', 404)],
    [refusals.length, 1],
  ],
  'are not made one by a status that breaks only one rule': [
    [asked('limit-zero', '/plants', 500), asked('etag-sent', '/plants', 200)],
    [
      [noLimit, 1],
      [tag, 1],
    ],
  ],
  'are told apart if two kinds of requests are refused with one wrong status': [
    [asked('no-other-path', '/plants%0A', 401), asked('token-not-in-query', '/plants?access_token=x', 401)],
    [1, 1],
  ],
  'are a comparison and a wrong answer if they are about different requests': [
    [asked('lists-all-plants', '/plants', 200), asked('not-modified-304', '/plants?limit=1', 200)],
    [1, 1],
  ],
  'are a general and a particular rule if different answers break them': [
    [asked('declared-headers-sent', '/plants', 404), asked('etag-sent', '/plants', 200)],
    [
      [tag, 1],
      [headers, 1],
    ],
  ],
}

describeCauses('one cause', oneCause)
describeCauses('several causes', severalCauses)

test('the sessions judge is shown before tools, short lines before long ones, the particular rule first', () => {
  const lines = [
    ['prism', 'curl'],
    ['sessions', 'curl --long'],
    ['sessions', 'curl -s'],
  ] as const
  const findings = lines.map(([judge, curl]) => finding('limit-once', { judge, curl }))
  assert.deepEqual(
    findRootCauses(rules, findings)[0]?.findings.map(({ curl }) => curl),
    ['curl -s', 'curl --long', 'curl'],
  )
  const [both] = findRootCauses(rules, together(200, 'declared-headers-sent', 'etag-sent'))
  assert.equal(both?.findings[0]?.rule, 'etag-sent')
})

test('what the headline says is shown first, though another line is shorter', () => {
  const found = (
    [
      ['token-required', 200, 'curl http://127.0.0.1:1/plants'],
      ['unknown-token-refused', 200, 'curl -H "Authorization: Bearer x" http://127.0.0.1:1/plants'],
      ['first-fault-decides', 405, 'curl http://127.0.0.1:1'],
    ] as const
  ).map(([rule, status, curl]) => {
    const shown = exchanged({ status }, { fields: [] }, 'nobody')
    return finding(rule, { exchange: shown, curl })
  })
  const [failure, ...others] = findRootCauses(rules, found)
  assert.deepEqual(
    [failure?.headline, failure?.findings.map(({ rule }) => rule), others],
    ['Requests without an accepted token are answered with 200.', found.map(({ rule }) => rule), []],
  )
})
