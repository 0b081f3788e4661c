/** Findings with one cause are one failure, findings with several causes are several: here of a document with three operations. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Finding } from '../../src/run/checker.ts'
import { findFailures } from '../../src/run/failures.ts'
import type { Rule } from '../../src/rules/rules.ts'
import { asked, evidenceOf, finding, ruleOf } from './bench.ts'

const operations = { listPets: 'GET /pets', showPet: 'GET /pets/{id}', listDogs: 'GET /dogs' } as const
const kinds = ['success', 'status', 'content-type', 'body', 'header', 'failure', 'access'] as const
const refusable = [
  'parameter:query:limit',
  'parameter:query:after',
  'required:query:kind',
  'request-body',
  'credential',
] as const

const rules: readonly Rule[] = [
  ruleOf('answers-every-request', { layer: 'http' }),
  ruleOf('answers-are-well-framed', { layer: 'http' }),
  ...['host-required', 'malformed-request-400'].map((id) => ruleOf(id, { layer: 'http', kind: 'refusable' })),
  ruleOf('head-as-get', { layer: 'http' }),
  ...Object.entries(operations).flatMap(([id, part]) =>
    [...kinds, ...refusable].map((kind) => ofOperation(id, part, kind)),
  ),
  ruleOf('newest-first'),
  ruleOf('pages-join'),
  ruleOf('no-extra-members'),
  ruleOf('limit-in-digits', { kind: 'refusable' }),
]

function ofOperation(id: string, part: string, kind: string): Rule {
  const isRefusable = refusable.some((one) => one === kind)
  return ruleOf(`${id}:${kind}`, {
    layer: 'document',
    part,
    sentence: `${kind} for ${part} is due.`,
    kind: isRefusable ? 'refusable' : 'owed',
    needs: kind === 'access' ? 'two callers' : 'nothing',
  })
}

const known = {
  operations: Object.entries(operations).map(([id, part]) => {
    const [method = '', path = ''] = part.split(' ')
    return { id, method, path, responses: [] }
  }),
}

const failuresOf = (findings: readonly Finding[]) =>
  findFailures(evidenceOf(rules, findings, known.operations), known)

/** The response to a request for the target breaks these rules. */
const each = (status: number, target: string, ...names: readonly string[]): readonly Finding[] =>
  names.map((rule) => asked(rule, target, status))
const unchecked = (operation: string, kind: string, target = '/pets'): Finding =>
  asked(`${operation}:${kind}`, `${target}?x=${kind}`, 200)
const badAt = (place: string, operation: string, target: string): Finding =>
  asked(`${operation}:body`, target, 200, `"[]": wrong at ${place}`)
const page = { status: 200, fields: [['Content-Type', 'text/html'] as const] }
const ranged = { target: '/pets', fields: [['Range', 'bytes=0-'] as const] }
const malformed = { fields: [], bytes: 'GET /pets\r\n\r\n' }

/** Findings, and the failures that are due: each headline, with the number of findings. */
const table: Readonly<Record<string, readonly [readonly Finding[], Readonly<Record<string, number>>]>> = {
  'the same breach in many operations is one, which names them; another member of a body is another': [
    [
      badAt('/0/name', 'listPets', '/pets'),
      badAt('/name', 'showPet', '/pets/7'),
      badAt('/dogs/3/name', 'listDogs', '/dogs'),
      badAt('/0/tag', 'listDogs', '/dogs'),
    ],
    {
      'Content for GET /pets, GET /pets/{id} and GET /dogs is not as its schema says: that at name.': 3,
      'Content for GET /dogs is not as its schema says: that at tag.': 1,
    },
  ],
  'right requests are refused, and what else that breaks': [
    [
      ...each(401, '/pets', 'listPets:success', 'listPets:header', 'newest-first'),
      ...each(401, '/dogs', 'listDogs:success', 'listDogs:status'),
      ...each(401, '/dogs?limit=1', 'no-extra-members'),
      ...each(401, '/pets/7', 'showPet:status'),
    ],
    {
      'Right requests for GET /pets and GET /dogs are refused with 401.': 6,
      'Requests for GET /pets/{id} are answered with 401, which is not declared.': 1,
    },
  ],
  'what right responses lack too is no consequence; two fields are two causes': [
    [
      ...each(202, '/pets', 'newest-first', 'pages-join'),
      asked('listPets:header', '/pets', 202, 'no ETag'),
      ...['ETag: none', 'no Vary'].map((came) => asked('listDogs:header', '/dogs', 200, came)),
    ],
    {
      'Requests for GET /pets are answered with 202, where another status is due.': 2,
      'Responses for GET /pets and GET /dogs lack ETag.': 2,
      'Responses for GET /dogs lack Vary.': 1,
    },
  ],
  'many fields that are missing are one cause': [
    ['ETag', 'Vary', 'Cache-Control', 'X-Request-Id'].map((name) =>
      asked('listPets:header', '/pets', 200, `no ${name}`),
    ),
    { 'Responses for GET /pets lack ETag, Vary, Cache-Control and X-Request-Id.': 4 },
  ],
  'a wrong media type, and content that is wrong for it': [
    [
      asked('listPets:content-type', '/pets', page, 'Content-Type: text/html'),
      asked('newest-first', '/pets', page, 'no list'),
      asked('listDogs:body', '/dogs', 200, 'no list'),
    ],
    {
      'Responses for GET /pets have Content-Type: text/html, which is not declared.': 2,
      'body for GET /dogs is due.': 1,
    },
  ],
  'what only others may see is a failure of its own, and explains the wrong list, but no field': [
    [
      ...each(500, '/pets', 'listPets:failure', 'listPets:access'),
      asked('listDogs:access', '/dogs', 200, '200 with a text that only caller 1 was given before'),
      asked('newest-first', '/dogs', 200, 'another order'),
      asked('listDogs:header', '/dogs', 200, 'no ETag'),
      asked('listPets:credential', '/pets', 200),
    ],
    {
      'Callers get what only others have access to for GET /pets and GET /dogs.': 3,
      'Requests for GET /pets without an accepted credential get a success.': 1,
      'Requests for GET /pets are answered with 500.': 1,
      'Responses for GET /dogs lack ETag.': 1,
    },
  ],
  'two parameters whose values are not checked are two, each in all its operations': [
    [
      unchecked('listPets', 'parameter:query:limit'),
      unchecked('listDogs', 'parameter:query:limit', '/dogs'),
      unchecked('listPets', 'parameter:query:after'),
      asked('limit-in-digits', '/pets?limit=0x1', 200),
    ],
    {
      'What must be refused gets a success for GET /pets and GET /dogs: nothing checks limit.': 3,
      'parameter:query:after for GET /pets is due.': 1,
    },
  ],
  'nothing is checked that the document says; malformed requests and credentials are other matters': [
    [...refusable, 'host-required'].map((kind) =>
      kind === 'host-required' ? asked(kind, malformed, 200) : unchecked('listPets', kind),
    ),
    {
      'Requests for GET /pets without an accepted credential get a success.': 1,
      'HOST-REQUIRED is due.': 1,
      'What must be refused gets a success for GET /pets: nothing checks limit, after, kind and request-body.': 4,
    },
  ],
  'what all have that get a strange status': [
    [
      asked('newest-first', ranged, 206),
      asked('listPets:status', ranged, 206),
      asked('listDogs:status', '/dogs', 206),
    ],
    {
      'Requests with range for GET /pets are answered with 206, where another status is due.': 1,
      'Requests for GET /pets and GET /dogs are answered with 206, which is not declared.': 2,
    },
  ],
  'responses that do not end where they say, and what can no longer be read behind them': [
    [
      asked('answers-are-well-framed', { method: 'HEAD' }, 404, '44 bytes follow it'),
      asked('answers-every-request', '/pets', { noResponse: 'closed', partial: '{}HTTP/1.1 200 OK' }),
      asked('answers-every-request', malformed, { noResponse: 'closed' }),
    ],
    {
      'Responses for GET /pets do not end where they say.': 2,
      'Requests that are malformed get no whole response: closed.': 1,
    },
  ],
  'a list that is wrong by a profile is wrong with parameters too; in another operation it is another cause':
    [
      [
        asked('newest-first', '/pets', 200, 'another'),
        asked('pages-join', '/pets?limit=1', 200, 'another'),
        asked('no-extra-members', '/dogs', 200, 'another'),
      ],
      { 'NEWEST-FIRST is due.': 2, 'NO-EXTRA-MEMBERS is due.': 1 },
    ],
}

describe('one cause is one failure, two are two:', () => {
  for (const [name, [findings, due]] of Object.entries(table))
    test(name, () => {
      const failures = failuresOf(findings).map((one) => [one.headline, one.findings.length])
      assert.deepEqual(failures, Object.entries(due))
    })
})

test('our own checker is shown before tools, short lines before long ones, the cause before what follows', () => {
  const lines = [
    ['prism', 'curl'],
    ['sessions', 'curl -s --long'],
    ['sessions', 'curl -s'],
  ] as const
  const findings = lines.map(([checker, curl]) => finding('newest-first', { checker, curl }))
  assert.equal(failuresOf(findings)[0]?.findings[0]?.curl, 'curl -s')
  const [both] = failuresOf(each(500, '/pets', 'head-as-get', 'listPets:failure'))
  assert.deepEqual(both?.rules, ['head-as-get', 'listPets:failure'])
  const [refused] = failuresOf(each(401, '/pets', 'head-as-get', 'listPets:success'))
  assert.deepEqual(refused?.rules, ['listPets:success', 'head-as-get'])
  assert.equal(refused?.findings[0]?.rule, 'listPets:success')
})
