/** Authentication: what one request leaves behind for the next. */
import { withField } from '../../ask.ts'
import { anas, credential, readingToken } from '../../faults/credentials.ts'
import { lingering } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'

const { given, completed } = faultsOf('authentication')

export const sessions: readonly Mutant[] = [
  completed('session-cookie', 'An answer sets a cookie that stands for the token later.', cookies),
  given(
    'address-remembered',
    'Behind a good token the same address needs none for the next request.',
    remembering,
  ),
  given(
    'token-of-neighbour',
    'A request without a token that comes while another is under way is taken for its.',
    neighbours,
  ),
  completed(
    'refused-then-locked',
    'Behind a refused token on the same connection a good one is refused.',
    locking,
  ),
  completed(
    'token-of-header-before',
    'A second line that continues the token is read with it.',
    ({ readToken }) => ({
      readToken: (ask) =>
        ask.request.headers['x-authorization'] === undefined ? readToken(ask) : `${readToken(ask)}x`,
    }),
  ),
]

function cookies({ finish, readToken }: Steps): Partial<Steps> {
  return {
    finish: async (reply, ask) => {
      const finished = await finish(reply, ask)
      return ask?.caller === undefined
        ? finished
        : withField(finished, 'Set-Cookie', `session=${ask.caller.name}; HttpOnly`)
    },
    readToken: (ask) => {
      const name = /session=(\w+)/.exec(ask.request.headers.cookie ?? '')?.[1]
      const known = ask.world.callers.find((caller) => caller.name === name)
      return credential(ask) === undefined && known !== undefined ? known.token : readToken(ask)
    },
  }
}

/** All requests come from one address: the one before counts. */
function remembering({ readToken }: Steps): Partial<Steps> {
  let last: string | undefined
  return {
    readToken: (ask) => {
      const token = credential(ask) === undefined ? (last ?? readToken(ask)) : readToken(ask)
      last = credential(ask) === undefined ? undefined : token
      return token
    },
  }
}

function neighbours(steps: Steps): Partial<Steps> {
  const read = readingToken((ask) =>
    credential(ask) === undefined && ask.together > 4 ? anas(ask) : undefined,
  )
  return lingering(read)(steps)
}

function locking({ findCaller, readToken }: Steps): Partial<Steps> {
  const locked = new WeakSet<object>()
  return {
    readToken,
    findCaller: (token, ask) => {
      if (locked.has(ask.request.socket)) {
        return findCaller('', ask)
      }
      locked.add(ask.request.socket)
      const known = findCaller(token, ask)
      locked.delete(ask.request.socket)
      return known
    },
  }
}
