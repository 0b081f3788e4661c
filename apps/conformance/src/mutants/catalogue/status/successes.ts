/** Statuses: others than 200 where a list is due. */
import { type Reply, withBody, withField } from '../../ask.ts'
import { asStatus, bodyless, failing, redirecting, replying } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { by, every, status, type When, when, withLimit } from '../../when.ts'

const { given, completed } = faultsOf('status')

const empty: When = (ask) => ask?.caller?.name === 'cleo' || ask?.limit === 0

export const successes: readonly Mutant[] = [
  given('list-201', 'A list has the status 201.', asStatus(201, status(200))),
  given('list-202', 'A list with a limit has the status 202.', asStatus(202, when(status(200), withLimit))),
  given('list-203', 'Every sixth list has the status 203.', asStatus(203, when(status(200), every(6)))),
  given('list-206', 'A list with a limit has the status 206.', asStatus(206, when(status(200), withLimit))),
  completed(
    'list-206-range',
    'A part of the octets is sent to who asks for it, with 206.',
    replying(
      partial,
      when(status(200), (ask) => ask?.request.headers.range !== undefined),
    ),
  ),
  given('list-226', 'A list has the status 226.', asStatus(226, status(200))),
  given(
    'empty-204',
    'An empty list has the status 204 and no body.',
    replying(bodyless(204), when(status(200), empty)),
  ),
  given('empty-404', 'Who sees nothing gets 404.', failing(404, empty)),
  completed(
    'zero-404',
    'A limit of zero gets 404.',
    failing(404, (ask) => ask?.limit === 0),
  ),
  completed(
    'zero-204',
    'A limit of zero gets 204.',
    replying(
      bodyless(204),
      when(status(200), (ask) => ask?.limit === 0),
    ),
  ),
  given('empty-500', 'Who sees nothing gets 500.', failing(500, by('cleo'))),
  given(
    'list-302',
    'A list is to be found elsewhere, by 302.',
    redirecting(302, '/plants?limit=100', (ask, s) => s === 200 && ask?.limit === undefined),
  ),
  given(
    'list-304-unasked',
    'Every eighth list is answered with 304, unasked.',
    replying(bodyless(304), when(status(200), every(8))),
  ),
  given('list-403-second-caller', 'The second caller gets 403.', failing(403, by('ben'))),
  given(
    'list-429',
    'From the thirtieth on, every third list is refused with 429.',
    failing(429, (ask) => ask !== undefined && ask.number >= 30 && ask.number % 3 === 0),
  ),
  given('list-500-seldom', 'Every tenth list is answered with 500.', failing(500, every(10))),
  given(
    'list-500-limit',
    'A limit above what there is gets 500.',
    failing(500, (ask) => (ask?.limit ?? 0) > 22),
  ),
  completed(
    'list-501-head',
    'HEAD gets 501.',
    failing(501, (ask) => ask?.method === 'HEAD'),
  ),
  given(
    'list-503-largest',
    'The largest limit gets 503.',
    failing(503, (ask) => ask?.limit === 2_147_483_647),
  ),
]

function partial(reply: Reply): Reply {
  return {
    ...withField(withBody(reply, Buffer.from(reply.body).subarray(0, 6)), 'Content-Range', 'bytes 0-5/*'),
    status: 206,
  }
}
