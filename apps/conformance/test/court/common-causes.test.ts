/** What all findings have in common is their one cause, whatever rules they break. */
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
  'is that a token is not required, if other refusals are wrong for want of that one': [
    [asked('token-required', {}, 200), asked('first-fault-decides', '/plants?limit=x', 400)],
    [['A request without a token is refused: it gets no plants.', 2]],
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
  'are told apart if different refusals have a wrong body and lack a field': [
    [asked('error-is-integer', '/plants', 404), asked('request-id-sent', '/plants', 401)],
    [1, 1],
  ],
})
