/** Statuses: others than the one that is due where a request is refused. */
import { withBody } from '../../ask.ts'
import { asStatus, bodyless, both, redirecting, replying, sending } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { every, status, when, type When } from '../../when.ts'

const { given, completed } = faultsOf('status')

/** Whether the value of limit holds such a text. */
const limitLike =
  (text: RegExp): When =>
  (ask) =>
    ask?.query.getAll('limit').some((value) => text.test(value)) ?? false

export const refusals: readonly Mutant[] = [
  given('limit-422', 'A wrong limit gets 422.', asStatus(422, status(400))),
  given('limit-404', 'A wrong limit gets 404.', asStatus(404, status(400))),
  given(
    'limit-401',
    'A wrong limit gets 401.',
    both(asStatus(401, status(400)), sending('WWW-Authenticate', 'Bearer realm="plant-store"', status(401))),
  ),
  given('limit-500', 'A wrong limit gets 500.', asStatus(500, status(400))),
  given(
    'limit-302',
    'A wrong limit is sent to the right address.',
    redirecting(302, '/plants', when(status(400), limitLike(/x/))),
  ),
  given('limit-204', 'A wrong limit gets 204.', replying(bodyless(204), status(400))),
  given(
    'limit-200-empty',
    'A wrong limit gets an empty list.',
    replying((reply) => ({ ...withBody(reply, '[]'), status: 200 }), status(400)),
  ),
  given('limit-503-seldom', 'Every fifth wrong limit gets 503.', asStatus(503, when(status(400), every(5)))),
  completed(
    'negative-416',
    'A limit below zero gets 416.',
    asStatus(416, when(status(400), limitLike(/^-/))),
  ),
  completed('missing-400', 'Without a token comes 400.', asStatus(400, status(401))),
  completed('missing-407', 'Without a token comes 407.', asStatus(407, status(401))),
  completed(
    'missing-500',
    'Without a token comes 500.',
    asStatus(500, (_a, s) => s === 401),
  ),
  given(
    'missing-200-empty',
    'Without a token comes an empty list.',
    replying((reply) => ({ ...withBody(reply, '[]'), status: 200 }), status(401)),
  ),
  given(
    'missing-302',
    'Without a token one is sent to a page to log in.',
    redirecting(302, '/login', status(401)),
  ),
  completed('refused-400', 'A refused token gets 400.', asStatus(400, status(401))),
  completed('refused-404', 'A refused token gets 404.', asStatus(404, status(401))),
  completed('elsewhere-400', 'Another path gets 400.', asStatus(400, status(404))),
  completed('elsewhere-410', 'Another path gets 410.', asStatus(410, status(404))),
  completed('elsewhere-200', 'Another path gets 200.', asStatus(200, status(404))),
  completed('method-501', 'Another method gets 501.', asStatus(501, status(405))),
  completed('method-400', 'Another method gets 400.', asStatus(400, status(405))),
  completed('method-404', 'Another method gets 404.', asStatus(404, status(405))),
  completed('long-target-500', 'A target that is too long gets 500.', asStatus(500, status(414))),
]
