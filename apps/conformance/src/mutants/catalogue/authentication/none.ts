/** Authentication: requests without a token that are let in. */
import type { Ask } from '../../ask.ts'
import { anas, credential, readingToken } from '../../faults/credentials.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import { after } from '../../when.ts'

const { given, completed } = faultsOf('authentication')

/** Takes a request without a credential for Ana's, when this holds. */
const open = (holds: (ask: Ask) => boolean): Change =>
  readingToken((ask) => (credential(ask) === undefined && holds(ask) ? anas(ask) : undefined))

export const none: readonly Mutant[] = [
  given(
    'no-token-asked',
    'No token is asked for.',
    open(() => true),
  ),
  given(
    'no-token-asked-zero',
    'No token is asked for with limit=0.',
    open(({ query }) => query.get('limit') === '0'),
  ),
  given(
    'no-token-asked-limit',
    'No token is asked for with a limit.',
    open(({ query }) => query.has('limit')),
  ),
  completed(
    'no-token-asked-head',
    'HEAD is asked for no token.',
    open((ask) => ask.method === 'HEAD'),
  ),
  given(
    'no-token-asked-condition',
    'A question about changes is asked for no token.',
    open(({ request }) => request.headers['if-none-match'] !== undefined),
  ),
  given(
    'no-token-asked-reused',
    'The second request of a connection needs no token.',
    open(({ onConnection }) => onConnection > 1),
  ),
  given(
    'no-token-asked-late',
    'After thirty requests no token is asked for.',
    open((ask) => after(30)(ask, 200)),
  ),
  given(
    'no-token-asked-seldom',
    'Every eleventh request needs no token.',
    open(({ number }) => number % 11 === 0),
  ),
  given(
    'no-token-asked-browser',
    'Browsers are asked for no token.',
    open(({ request }) => request.headers.accept?.includes('text/html') ?? false),
  ),
  completed(
    'no-token-asked-near',
    'Who says it comes from this machine needs no token.',
    open(({ request }) => request.headers['x-forwarded-for'] === '127.0.0.1'),
  ),
  given(
    'no-token-asked-version',
    'HTTP/1.0 is asked for no token.',
    open(({ request }) => request.httpVersion === '1.0'),
  ),
]
