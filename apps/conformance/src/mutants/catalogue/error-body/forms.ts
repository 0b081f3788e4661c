/** Bodies of errors: what is no Error at all. */
import { withBody, withField } from '../../ask.ts'
import { errors } from '../../faults/bodies.ts'
import { replying, saying } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { status } from '../../when.ts'

const { given, completed } = faultsOf('body of an error')

const page = '<!DOCTYPE html><title>Error</title><h1>Bad Request</h1>'

const asPage = replying(
  (reply) => withField(withBody(reply, page), 'Content-Type', 'text/html; charset=utf-8'),
  status(400),
)

const problem = replying(
  (reply) =>
    withField(
      withBody(reply, '{"type":"about:blank","title":"Bad Request","status":400}'),
      'Content-Type',
      'application/problem+json',
    ),
  status(400),
)

export const forms: readonly Mutant[] = [
  given('error-body-empty', 'A 400 has no body.', saying('', status(400))),
  given('error-body-page', 'A 400 is a page.', asPage),
  given('error-body-text', 'A 400 has plain text in it, called JSON.', saying('Bad Request', status(400))),
  given(
    'error-body-string',
    'A 400 has a JSON string in it.',
    errors(({ message }) => JSON.stringify(message), status(400)),
  ),
  given('error-body-null', 'A 400 has null in it.', saying('null', status(400))),
  given('error-body-empty-list', 'A 400 has an empty list in it.', saying('[]', status(400))),
  given(
    'error-body-truncated',
    'A 400 ends before its last bracket.',
    errors((body) => JSON.stringify(body).slice(0, -1), status(400)),
  ),
  given(
    'error-body-marked',
    'A 400 begins with a byte-order mark.',
    errors((body) => `\uFEFF${JSON.stringify(body)}`, status(400)),
  ),
  given(
    'error-body-duplicate',
    'A 400 has two messages.',
    errors((body) => JSON.stringify(body).replace('}', ',"message":"?"}'), status(400)),
  ),
  given(
    'error-within-200',
    'A wrong limit gets an Error with the status 200.',
    replying((reply) => ({ ...reply, status: 200 }), status(400)),
  ),
  completed('error-body-empty-401', 'A 401 has no body.', saying('', status(401))),
  completed('error-body-empty-404', 'A 404 has no body.', saying('', status(404))),
  completed('error-body-empty-405', 'A 405 has no body.', saying('', status(405))),
  completed(
    'error-body-text-405',
    'A 405 has plain text in it.',
    replying(
      (reply) => withField(withBody(reply, 'Method Not Allowed'), 'Content-Type', 'text/plain'),
      status(405),
    ),
  ),
  completed(
    'error-body-page-404',
    'A 404 is a page.',
    replying((reply) => withField(withBody(reply, page), 'Content-Type', 'text/html'), status(404)),
  ),
  completed('error-body-problem', 'A refusal is a problem of RFC 9457.', problem),
  completed(
    'error-body-empty-malformed',
    'What is not HTTP gets a 400 without a body.',
    saying('', (ask, given400) => ask === undefined && given400 === 400),
  ),
]
