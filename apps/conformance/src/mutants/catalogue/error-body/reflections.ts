/** Bodies of errors: what the caller sent comes back in them, unescaped. */
import { errors } from '../../faults/bodies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { status } from '../../when.ts'

const { given, completed } = faultsOf('body of an error')

const joined = (error: number, message: string): string => `{"error":${error},"message":"${message}"}`

export const reflections: readonly Mutant[] = [
  given(
    'reflected-limit',
    'A message repeats the limit without escaping it.',
    errors(({ error }, ask) => joined(error, `limit is ${ask?.query.get('limit')}`), status(400)),
  ),
  completed(
    'reflected-path',
    'A message repeats the path without escaping it.',
    errors(({ error }, ask) => joined(error, `nothing at ${ask?.path}`), status(404)),
  ),
  completed(
    'reflected-scheme',
    'A message repeats the credential up to its first space without escaping it.',
    errors(
      ({ error }, ask) => joined(error, `not accepted: ${ask?.request.headers.authorization?.split(' ')[0]}`),
      status(401),
    ),
  ),
  given(
    'reflected-long',
    'A message of more than a hundred characters is cut in the middle of its JSON.',
    errors(
      ({ error }, ask) =>
        JSON.stringify({ error, message: `limit is ${ask?.query.get('limit')}` }).slice(0, 140),
      status(400),
    ),
  ),
  completed(
    'number-for-reason',
    'Expired tokens have an error number of their own.',
    errors((body, ask) =>
      ask?.world.refused.some(({ token }) => ask.request.headers.authorization === `Bearer ${token}`) === true
        ? { ...body, error: 40_103 }
        : body,
    ),
  ),
  completed(
    'number-grows',
    'The number of an error is that of the request.',
    errors(({ message }, ask) => ({ error: ask?.number ?? 0, message })),
  ),
]
