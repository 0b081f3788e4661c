/** Headers: what a refusal says about tokens and methods. */
import { withField } from '../../ask.ts'
import { credential } from '../../faults/credentials.ts'
import { replying, sending } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { method, status, type When, when } from '../../when.ts'

const { completed } = faultsOf('headers')

const challenges = 'WWW-Authenticate'

const isRetired: When = (ask) =>
  ask !== undefined && ask.world.refused.some(({ token }) => credential(ask) === `Bearer ${token}`)

export const refusing: readonly Mutant[] = [
  completed('challenge-missing', 'A 401 has no WWW-Authenticate.', sending(challenges, undefined)),
  completed(
    'challenge-missing-refused',
    'A 401 for a refused token has no WWW-Authenticate.',
    sending(challenges, undefined, (ask) => ask?.request.headers.authorization !== undefined),
  ),
  completed(
    'challenge-missing-head',
    'A 401 to HEAD has no WWW-Authenticate.',
    sending(challenges, undefined, method('HEAD')),
  ),
  completed(
    'challenge-basic',
    'A 401 asks for Basic.',
    sending(challenges, 'Basic realm="plant-store"', status(401)),
  ),
  completed(
    'challenge-negotiate',
    'A 401 for a refused token asks for Negotiate.',
    sending(
      challenges,
      'Negotiate',
      when(status(401), (ask) => ask?.request.headers.authorization !== undefined),
    ),
  ),
  completed('challenge-bare', 'A 401 names no realm.', sending(challenges, 'Bearer', status(401))),
  completed(
    'challenge-invalid-always',
    'A 401 says invalid_token though none was sent.',
    sending(challenges, 'Bearer realm="plant-store", error="invalid_token"', status(401)),
  ),
  completed(
    'challenge-invalid-never',
    'A 401 for a refused token does not say so.',
    sending(challenges, 'Bearer realm="plant-store"', status(401)),
  ),
  completed(
    'challenge-why',
    'A 401 says that a token has expired.',
    sending(
      challenges,
      'Bearer realm="plant-store", error="invalid_token", error_description="expired"',
      when(status(401), isRetired),
    ),
  ),
  completed('allow-missing', 'A 405 has no Allow.', sending('Allow', undefined)),
  completed('allow-missing-put', 'A 405 to PUT has no Allow.', sending('Allow', undefined, method('PUT'))),
  completed('allow-post', 'A 405 allows POST.', sending('Allow', 'GET, HEAD, POST', status(405))),
  completed('allow-without-head', 'A 405 does not allow HEAD.', sending('Allow', 'GET', status(405))),
  completed('allow-empty', 'A 405 allows nothing.', sending('Allow', '', status(405))),
  completed('allow-star', 'A 405 allows a star.', sending('Allow', '*', status(405))),
  completed(
    'allow-itself',
    'A 405 allows the method that it refuses.',
    replying((reply, ask) => withField(reply, 'Allow', `GET, HEAD, ${ask?.method}`), status(405)),
  ),
]
