/** Authentication: requests without a token that are let in. */
import type { Ask } from '../../ask.ts'
import { anonymous, send, inTurn, missing, reusing, times, wholeList } from '../../demonstration.ts'
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
    missing,
    open(() => true),
  ),
  given(
    'no-token-asked-zero',
    'No token is asked for with limit=0.',
    send('GET /plants?limit=0', { as: '' }),
    open(({ query }) => query.get('limit') === '0'),
  ),
  given(
    'no-token-asked-limit',
    'No token is asked for with a limit.',
    send('GET /plants?limit=3', { as: '' }),
    open(({ query }) => query.has('limit')),
  ),
  completed(
    'no-token-asked-head',
    'HEAD is asked for no token.',
    send('HEAD /plants', { as: '' }),
    open((ask) => ask.method === 'HEAD'),
  ),
  given(
    'no-token-asked-condition',
    'A question about changes is asked for no token.',
    anonymous('If-None-Match: *'),
    open(({ request }) => request.headers['if-none-match'] !== undefined),
  ),
  given(
    'no-token-asked-reused',
    'The second request of a connection needs no token.',
    reusing(wholeList, missing),
    open(({ onConnection }) => onConnection > 1),
  ),
  given(
    'no-token-asked-late',
    'After thirty requests no token is asked for.',
    inTurn(...times(31, missing)),
    open((ask) => after(30)(ask, 200)),
  ),
  given(
    'no-token-asked-seldom',
    'Every eleventh request needs no token.',
    inTurn(...times(11, missing)),
    open(({ number }) => number % 11 === 0),
  ),
  given(
    'no-token-asked-browser',
    'Browsers are asked for no token.',
    send('GET /plants', { as: '', fields: ['Accept: text/html'] }),
    open(({ request }) => request.headers.accept?.includes('text/html') ?? false),
  ),
  completed(
    'no-token-asked-near',
    'Who says it comes from this machine needs no token.',
    anonymous('X-Forwarded-For: 127.0.0.1'),
    open(({ request }) => request.headers['x-forwarded-for'] === '127.0.0.1'),
  ),
  given(
    'no-token-asked-version',
    'HTTP/1.0 is asked for no token.',
    send('GET /plants', { as: '', version: '1.0' }),
    open(({ request }) => request.httpVersion === '1.0'),
  ),
]
