/** Statuses: requests that are refused for headers that should not matter. */
import { withBody, withField } from '../../ask.ts'
import { failing, replying } from '../../faults/replies.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import { withHeader } from '../../when.ts'

const { given, completed } = faultsOf('status')

/** Refuses the next requests of everybody after so many refusals. */
const lockingOut =
  (refusals: number): Change =>
  ({ finish }) => {
    let count = 0
    return {
      finish: async (reply, ask) => {
        const isLocked = count >= refusals
        count += reply.status === 401 ? 1 : 0
        const finished = await finish(reply, ask)
        return isLocked ? withField({ ...finished, status: 429 }, 'Retry-After', '60') : finished
      },
    }
  }

export const wishes: readonly Mutant[] = [
  completed(
    'accept-406',
    'Who does not accept JSON gets 406.',
    failing(406, withHeader('accept', /^(?!.*(?:json|\*\/\*))/)),
  ),
  completed(
    'accept-xml',
    'Who accepts XML gets it.',
    replying(
      (reply) => withField(withBody(reply, '<plants/>'), 'Content-Type', 'application/xml'),
      withHeader('accept', /xml/),
    ),
  ),
  completed('origin-403', 'Pages of other sites get 403.', failing(403, withHeader('origin'))),
  completed(
    'agent-403',
    'Programs whose name is curl get 403.',
    failing(403, withHeader('user-agent', /curl|bot|python/i)),
  ),
  completed(
    'agent-400',
    'Programs that do not say their name get 400.',
    failing(400, (ask) => ask?.request.headers['user-agent'] === undefined),
  ),
  completed(
    'condition-400',
    'A tag that is none gets 400.',
    failing(400, withHeader('if-none-match', /^[^"*W]/)),
  ),
  completed(
    'date-500',
    'A date that is none gets 500.',
    failing(500, withHeader('if-modified-since', /^(?!.*GMT)/)),
  ),
  completed('upgrade-426', 'Who would like another protocol gets 426.', failing(426, withHeader('upgrade'))),
  completed('continue-417', 'Who holds content back gets 417.', failing(417, withHeader('expect'))),
  completed(
    'content-type-415',
    'Content of another type than JSON gets 415.',
    failing(415, withHeader('content-type', /^(?!application\/json)/)),
  ),
  completed(
    'content-400',
    'A request with content gets 400.',
    failing(400, withHeader('content-length', /[1-9]/)),
  ),
  completed(
    'long-target-400',
    'A target of more than 4096 octets gets 414.',
    failing(414, (ask) => (ask?.request.url?.length ?? 0) > 4096),
  ),
  completed(
    'long-header-431',
    'Headers of more than 8192 octets get 431.',
    failing(431, (ask) => (ask?.request.rawHeaders.join('').length ?? 0) > 8192),
  ),
  completed(
    'many-headers-431',
    'More than fifty header lines get 431.',
    failing(431, (ask) => (ask?.request.rawHeaders.length ?? 0) > 100),
  ),
  completed(
    'longest-header-431',
    'Headers of more than 16000 octets get 431.',
    failing(431, (ask) => (ask?.request.rawHeaders.join('').length ?? 0) > 16_000),
  ),
  completed(
    'hundred-headers-431',
    'A hundred header lines get 431.',
    failing(431, (ask) => (ask?.request.rawHeaders.length ?? 0) > 198),
  ),
  completed(
    'ampersand-400',
    'A question mark with nothing but ampersands behind it gets 400.',
    failing(400, (ask) => /\?&+$/.test(ask?.request.url ?? '')),
  ),
  given(
    'limit-seven-500',
    'A limit of seven gets 500.',
    failing(500, (ask) => ask?.limit === 7),
  ),
  given('locked-out', 'After thirty refused tokens everybody gets 429.', lockingOut(30)),
]
