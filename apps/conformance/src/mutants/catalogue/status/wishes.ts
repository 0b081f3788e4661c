/** Statuses: requests that are refused for headers that should not matter. */
import { withBody, withField } from '../../ask.ts'
import { reusing, send, times, wholeList } from '../../demonstration.ts'
import { failing, replying } from '../../faults/replies.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import type { When } from '../../when.ts'

const { given, completed } = faultsOf('status')

const withHeader = (...fields: readonly string[]): ReturnType<typeof send> => send('GET /plants', { fields })
/** Whether the request has this header, with such a value. */
const has =
  (name: string, value = /^/): When =>
  (ask) => {
    const sent = ask?.request.headers[name]
    return sent !== undefined && value.test(sent.toString())
  }

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
    withHeader('Accept: text/html'),
    failing(406, has('accept', /^(?!.*(?:json|\*\/\*))/)),
  ),
  completed(
    'accept-xml',
    'Who accepts XML gets it.',
    withHeader('Accept: application/xml'),
    replying(
      (reply) => withField(withBody(reply, '<plants/>'), 'Content-Type', 'application/xml'),
      has('accept', /xml/),
    ),
  ),
  completed(
    'origin-403',
    'Pages of other sites get 403.',
    withHeader('Origin: https://example.org'),
    failing(403, has('origin')),
  ),
  completed(
    'agent-403',
    'Programs whose name is curl get 403.',
    withHeader('User-Agent: curl/8.5.0'),
    failing(403, has('user-agent', /curl|bot|python/i)),
  ),
  completed(
    'agent-400',
    'Programs that do not say their name get 400.',
    wholeList,
    failing(400, (ask) => ask?.request.headers['user-agent'] === undefined),
  ),
  completed(
    'condition-400',
    'A tag that is none gets 400.',
    withHeader('If-None-Match: x'),
    failing(400, has('if-none-match', /^[^"*W]/)),
  ),
  completed(
    'date-500',
    'A date that is none gets 500.',
    withHeader('If-Modified-Since: yesterday'),
    failing(500, has('if-modified-since', /^(?!.*GMT)/)),
  ),
  completed(
    'upgrade-426',
    'Who would like another protocol gets 426.',
    withHeader('Connection: Upgrade', 'Upgrade: h2c'),
    failing(426, has('upgrade')),
  ),
  completed(
    'content-type-415',
    'Content of another type than JSON gets 415.',
    send('GET /plants', { fields: ['Content-Type: text/plain'], content: 'x' }),
    failing(415, has('content-type', /^(?!application\/json)/)),
  ),
  completed(
    'content-400',
    'A request with content gets 400.',
    send('GET /plants', { content: 'x' }),
    failing(400, has('content-length', /[1-9]/)),
  ),
  completed(
    'long-target-400',
    'A target of more than 4096 octets gets 414.',
    send(`GET /plants?x=${'A'.repeat(5000)}`),
    failing(414, (ask) => (ask?.request.url?.length ?? 0) > 4096),
  ),
  completed(
    'long-header-431',
    'Headers of more than 8192 octets get 431.',
    withHeader(`X-Note: ${'A'.repeat(9000)}`),
    failing(431, (ask) => (ask?.request.rawHeaders.join('').length ?? 0) > 8192),
  ),
  completed(
    'many-headers-431',
    'More than fifty header lines get 431.',
    withHeader(...Array.from({ length: 60 }, (_none, index) => `X-Note-${index}: x`)),
    failing(431, (ask) => (ask?.request.rawHeaders.length ?? 0) > 100),
  ),
  completed(
    'ampersand-400',
    'A question mark with nothing but ampersands behind it gets 400.',
    send('GET /plants?&'),
    failing(400, (ask) => /\?&+$/.test(ask?.request.url ?? '')),
  ),
  given(
    'limit-seven-500',
    'A limit of seven gets 500.',
    send('GET /plants?limit=7'),
    failing(500, (ask) => ask?.limit === 7),
  ),
  given(
    'locked-out',
    'After thirty refused tokens everybody gets 429.',
    reusing(...times(31, send('GET /plants', { as: '' }))),
    lockingOut(30),
  ),
]
