/** What findings have in common is their one cause, whatever rules they break. */
import { describeCauses } from './describe-causes.ts'
import { finding } from './bench.ts'
import { asked, exchanged } from './found.ts'

const elsewhere = exchanged({ status: 404 }, { target: '/nothing' })

describeCauses('one cause', {
  'is what answers in place of the service, if the same refusals break several rules about their content': [
    ['error-is-integer', 'error-has-both-members', 'request-id-sent'].map((rule) =>
      finding(rule, { exchange: elsewhere }),
    ),
    [['Refusals are not as the contract defines them.', 3]],
  ],
  'is a field that all requests have, however each is answered wrongly': [
    [
      asked('answers-right-requests', { fields: [['X-Forwarded-Uri', '/']] }, 404),
      asked('no-other-path', { target: '/nothing', fields: [['x-forwarded-uri', '/plants']] }, 200),
    ],
    [['Requests with x-forwarded-uri are answered wrongly.', 2]],
  ],
  'is one refusal of requests that should get other answers, right and wrong ones': [
    ['answers-right-requests', 'wrong-request-400', 'limit-zero'].map((rule) =>
      finding(rule, { exchange: exchanged({ status: 401, body: Buffer.from('{}') }) }),
    ),
    [['Requests are refused with 401 where another status is due.', 3]],
  ],
  'is one refusal, among others of requests that should get it': [
    ['answers-right-requests', 'other-methods-405', 'payload-is-json'].map((rule, at) =>
      finding(rule, {
        exchange: exchanged(
          { status: 400, body: Buffer.from('Bad request') },
          ([{}, { method: 'DELETE' }, { target: '/plants?limit=x' }] as const)[at],
        ),
      }),
    ),
    [['Requests are refused with 400 where another status is due.', 3]],
  ],
  'is that a token is not required, if other refusals are wrong for want of that one': [
    [
      asked('token-required', { fields: [] }, 200),
      asked('first-fault-decides', { target: '/plants?limit=x', fields: [] }, 400),
    ],
    [['A request without a token is refused: it gets no plants.', 2]],
  ],
  'is that a tag changes, not that conditions with it fail': [
    [
      asked('equal-requests-equal-answers', '/plants', 200, 'ETag: "2"'),
      asked('not-modified-304', { fields: [['If-None-Match', '"1"']] }, 200),
    ],
    [2],
  ],
  'is that a tag changes, though some conditions hold that should not': [
    [
      asked('equal-requests-equal-answers', '/plants?a', 200, 'ETag: "2"'),
      asked('modified-200', { fields: [['If-None-Match', '"2"']] }, 304),
      asked('answers-not-shared', { fields: [['If-None-Match', '"3"']] }, 304),
    ],
    [['Equal requests get equal answers: later, at the same time, on new connections and on old ones.', 3]],
  ],
  'is that a tag changes, not that other lists have it, or HEAD another': [
    [
      asked('equal-requests-equal-answers', '/plants?a', 200, 'ETag: "2"'),
      asked('head-as-get', { method: 'HEAD' }, 200, 'ETag: "2"'),
      asked('etag-names-the-list', '/plants?limit=0', 200, 'ETag: "1"'),
    ],
    [['Equal requests get equal answers: later, at the same time, on new connections and on old ones.', 3]],
  ],
  'is that conditions hold which should not, with the tag of whoever': [
    [
      asked('modified-200', { fields: [['If-None-Match', '"2"']] }, 304),
      asked('answers-not-shared', { fields: [['If-None-Match', '"3"']] }, 304),
    ],
    [['A request whose If-None-Match names only other tags is answered with 200 and the list.', 2]],
  ],
  'is that lists have another length than asked for, whether longer or shorter': [
    [
      asked('limit-caps-the-list', '/plants?limit=1', 200),
      asked('no-limit-of-its-own', '/plants?limit=3', 200),
    ],
    [['With limit=n at most n plants come back.', 2]],
  ],
  'is one status in place of one other, whatever is wrong with the requests': [
    [
      asked('wrong-request-400', '/plants?limit=x', 404),
      asked('token-not-in-query', '/plants?access_token=x', 404),
      asked('unknown-method-400', { method: 'GE' }, 404),
      asked('malformed-request-400', { fields: [], octets: 'GET /plants\r\n\r\n' }, 404),
    ],
    [['Requests are answered with 404 where 400 is due.', 4]],
  ],
  'is what the requests accept': [
    [
      asked('list-content-type', { fields: [['Accept', 'text/html']] }, 200),
      asked('not-modified-same-fields', { fields: [['Accept', 'text/html, */*;q=0.8']] }, 304),
    ],
    [['Requests with an Accept other than */* are answered wrongly.', 2]],
  ],
  'is also why the very first answer was wrong': [
    [
      ...['answers-right-requests', 'limit-zero'].map((rule) => asked(rule, '/plants?limit=0', 203)),
      finding('equal-requests-equal-answers', { judge: 'preflight' }),
    ],
    [['Requests are answered with 203, a status that the contract does not define.', 3]],
  ],
  'is also why the very first answer was wrong, if only a tool saw later ones that are': [
    [
      finding('equal-requests-equal-answers', { judge: 'preflight' }),
      finding('plant-has-name', { judge: 'prism' }),
    ],
    [2],
  ],
  'of a failed comparison is the rule by which the same answer was due': [
    [
      finding('equal-requests-equal-answers', {
        due: '200',
        exchange: exchanged({ status: 304 }, { target: '/plants?limit=1' }),
      }),
      finding('modified-200', { due: '200', exchange: exchanged({ status: 304 }, { method: 'HEAD' }) }),
    ],
    [['A request whose If-None-Match names only other tags is answered with 200 and the list.', 2]],
  ],
})

describeCauses('several causes', {
  'are told apart if only some requests have a field': [
    [
      asked('answers-right-requests', { fields: [['X-Any', '/']] }, 404),
      asked('no-other-path', '/nothing', 200),
    ],
    [1, 1],
  ],
  'are told apart if different statuses came, or other ones were due': [
    [
      asked('wrong-request-400', '/plants?limit=x', 404),
      asked('token-not-in-query', '/plants?access_token=x', 404),
      asked('no-other-path', '/nothing', 400),
    ],
    [1, 1, 1],
  ],
  'are told apart if different refusals have a wrong body and lack a field': [
    [
      finding('error-is-integer', {
        exchange: exchanged({ status: 404, body: Buffer.from('{"error":""}') }),
      }),
      asked('request-id-sent', '/plants', 401),
    ],
    [1, 1],
  ],
})
