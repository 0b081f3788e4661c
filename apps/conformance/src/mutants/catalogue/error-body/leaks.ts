/** Bodies of errors: what tells more than it should. */
import type { Ask } from '../../ask.ts'
import { errors } from '../../faults/bodies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { status } from '../../when.ts'

const { completed } = faultsOf('body of an error')

const trace =
  'Error: no\n    at decode (/srv/app/src/limit.js:12:9)\n    at listOnTimeout (node:internal/timers:588:17)'

/** Whether the token was good once. */
const isExpired = (ask: Ask | undefined): boolean =>
  ask?.world.refused.some(({ token }) => ask.request.headers.authorization === `Bearer ${token}`) ?? false

export const leaks: readonly Mutant[] = [
  completed(
    'extra-status',
    'A refusal repeats the status as a member.',
    errors((body) => ({ ...body, status: 400 }), status(400)),
  ),
  completed(
    'extra-stack',
    'A refusal shows a stack trace.',
    errors((body) => ({ ...body, stack: trace }), status(400)),
  ),
  completed(
    'extra-path-404',
    'A 404 repeats the path as a member.',
    errors((body, ask) => ({ ...body, path: ask?.path }), status(404)),
  ),
  completed(
    'extra-hint-401',
    'A 401 gives a hint as a member.',
    errors((body) => ({ ...body, hint: 'Ask the gardener.' }), status(401)),
  ),
  completed(
    'message-stack',
    'The message is a stack trace.',
    errors((body) => ({ ...body, message: trace }), status(400)),
  ),
  completed(
    'message-file',
    'The message names a file of the service.',
    errors((body) => ({ ...body, message: 'Rejected by /usr/src/app/dist/limit.js' }), status(400)),
  ),
  completed(
    'message-statement',
    'The message shows a statement to the database.',
    errors(
      (body) => ({ ...body, message: `no row: SELECT user_id FROM tokens WHERE hash = 'ab'` }),
      status(401),
    ),
  ),
  completed(
    'message-token',
    'The message repeats the refused token.',
    errors(
      (body, ask) => ({ ...body, message: `Not accepted: ${ask?.request.headers.authorization}` }),
      status(401),
    ),
  ),
  completed(
    'message-token-400',
    "The message repeats the caller's token.",
    errors((body, ask) => ({ ...body, message: `Not for ${ask?.caller?.token}` }), status(400)),
  ),
  completed(
    'message-why',
    'The message says why a token was refused.',
    errors((body, ask) => (isExpired(ask) ? { ...body, message: 'The token has expired.' } : body)),
  ),
]
