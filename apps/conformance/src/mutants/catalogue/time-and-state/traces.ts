/** Time and state: what one request leaves behind for another. */
import { withBody, withField } from '../../ask.ts'
import { current } from '../../faults/conditions.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { replying } from '../../faults/replies.ts'
import { withoutAccess } from '../../world.ts'

const { given, completed } = faultsOf('time and state')

export const traces: readonly Mutant[] = [
  completed('bodyless-behind-head', 'Behind HEAD on the same connection a list has no body.', behindHead),
  completed(
    'unmodified-behind-304',
    'Behind a 304 on the same connection comes another, unasked.',
    behind304,
  ),
  completed(
    'tag-in-any-case',
    'Capitals in a tag do not matter.',
    current((tag, ask) => ask.request.headers['if-none-match']?.toLowerCase() === tag.toLowerCase()),
  ),
  given('close-unheard', 'Who asks for the end of the connection is not heard.', keptOpen),
  given(
    'others-after-100',
    "From the hundredth on, every tenth list is the second caller's.",
    ({ findPlants }) => ({
      findPlants: (caller, ask) =>
        ask.number >= 100 && ask.number % 10 === 0
          ? Promise.resolve(
              ask.world.plants
                .filter(({ seenBy }) => seenBy.includes('ben'))
                .map((plant) => withoutAccess(plant)),
            )
          : findPlants(caller, ask),
    }),
  ),
  given(
    '429-after-100',
    'After a hundred requests comes 429.',
    replying(
      (reply) =>
        withField(
          { ...withBody(reply, '{"error":42901,"message":"Not so fast."}'), status: 429 },
          'Cache-Control',
          'no-store',
        ),
      (ask) => (ask?.number ?? 0) > 100,
    ),
  ),
]

function behindHead({ finish }: Steps): Partial<Steps> {
  const heads = new WeakSet<object>()
  return {
    finish: async (reply, ask) => {
      const finished = await finish(reply, ask)
      if (ask === undefined) {
        return finished
      }
      const isBehind = heads.has(ask.request.socket) && reply.status === 200 && ask.method === 'GET'
      heads[ask.method === 'HEAD' ? 'add' : 'delete'](ask.request.socket)
      return isBehind ? withBody(finished, '') : finished
    },
  }
}

function behind304({ isCurrent }: Steps): Partial<Steps> {
  const known = new WeakSet<object>()
  return {
    isCurrent: (tag, ask) => {
      const asked = isCurrent(tag, ask)
      const isBehind = known.has(ask.request.socket)
      known[asked ? 'add' : 'delete'](ask.request.socket)
      return asked || isBehind
    },
  }
}

/** The head says that the connection stays, and it does. */
function keptOpen({ write }: Steps): Partial<Steps> {
  return {
    write: (reply, ask) => {
      ask.response.shouldKeepAlive = true
      write({ ...reply, fields: [...reply.fields, ['Connection', 'keep-alive']] }, ask)
    },
  }
}
