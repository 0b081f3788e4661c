/** Bodies of errors: members that are missing, of another type, or renamed. */
import { errors } from '../../faults/bodies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { by, every, refusal, status, when } from '../../when.ts'

const { given, completed } = faultsOf('body of an error')

export const members: readonly Mutant[] = [
  given(
    'message-missing',
    'A refusal has no message.',
    errors(({ error }) => ({ error }), status(400)),
  ),
  given(
    'error-missing',
    'A refusal has no number.',
    errors(({ message }) => ({ message }), status(400)),
  ),
  given(
    'message-null',
    'The message is null.',
    errors((body) => ({ ...body, message: null }), status(400)),
  ),
  given(
    'error-null',
    'The number is null.',
    errors((body) => ({ ...body, error: null }), status(400)),
  ),
  given(
    'message-list',
    'The message is a list.',
    errors((body) => ({ ...body, message: [body.message] }), status(400)),
  ),
  given(
    'message-number',
    'The message is a number.',
    errors((body) => ({ ...body, message: 400 }), status(400)),
  ),
  given(
    'error-text',
    'The number comes as a string.',
    errors((body) => ({ ...body, error: String(body.error) }), status(400)),
  ),
  given(
    'error-word',
    'In place of the number stands a word.',
    errors((body) => ({ ...body, error: 'Bad Request' }), status(400)),
  ),
  given(
    'error-true',
    'In place of the number stands true.',
    errors((body) => ({ ...body, error: true }), status(400)),
  ),
  given(
    'error-fraction',
    'The number has a fraction.',
    errors((body) => ({ ...body, error: 400.1 }), status(400)),
  ),
  given(
    'error-above-int32',
    'The number is one above what 32 bits hold.',
    errors((body) => ({ ...body, error: 2_147_483_648 }), status(400)),
  ),
  given(
    'error-below-int32',
    'The number is below what 32 bits hold.',
    errors((body) => ({ ...body, error: -3_000_000_000 }), status(400)),
  ),
  given(
    'error-time',
    'The number is the time.',
    errors((body) => ({ ...body, error: Date.now() }), status(400)),
  ),
  given(
    'error-object',
    'Number and message stand within a member error.',
    errors((error) => ({ error }), status(400)),
  ),
  given(
    'error-list',
    'The errors come as a list.',
    errors((body) => [body], status(400)),
  ),
  given(
    'error-renamed',
    'The number is called code.',
    errors(({ error, message }) => ({ code: error, message }), status(400)),
  ),
  given(
    'message-renamed',
    'The message is called detail.',
    errors(({ error, message }) => ({ error, detail: message }), status(400)),
  ),
  given(
    'message-missing-second-caller',
    'A refusal to the second caller has no message.',
    errors(({ error }) => ({ error }), by('ben')),
  ),
  given(
    'message-missing-seldom',
    'Every seventh refusal has no message.',
    errors(({ error }) => ({ error }), when(refusal, every(7))),
  ),
  given(
    'error-text-once',
    'A limit given twice is refused with a number in a string.',
    errors(
      (body) => ({ ...body, error: '40001' }),
      (ask) => (ask?.query.getAll('limit').length ?? 0) > 1,
    ),
  ),
  completed(
    'message-missing-401',
    'A 401 has no message.',
    errors(({ error }) => ({ error }), status(401)),
  ),
  completed(
    'error-missing-401',
    'A 401 for a refused token has no number.',
    errors((body) => (body.error === 40_102 ? { message: body.message } : body)),
  ),
  completed(
    'error-missing-404',
    'A 404 has no number.',
    errors(({ message }) => ({ message }), status(404)),
  ),
  completed(
    'error-number-one',
    'All errors have one number.',
    errors(({ message }) => ({ error: 0, message })),
  ),
  completed(
    'error-number-shared',
    'What is not there has the number of a method that is not allowed.',
    errors((body) => (body.error === 40_401 ? { ...body, error: 40_501 } : body)),
  ),
  completed(
    'message-null-405',
    'The message of a 405 is null.',
    errors((body) => ({ ...body, message: null }), status(405)),
  ),
  completed(
    'message-empty',
    'The message has no text.',
    errors((body) => ({ ...body, message: '' }), status(400)),
  ),
]
