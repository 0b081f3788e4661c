/** Authentication: tokens in wrong places, and too many of them. */
import { type Ask, Refusal } from '../../ask.ts'
import { credential, readingToken } from '../../faults/credentials.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'

const { completed } = faultsOf('authentication')

export const places: readonly Mutant[] = [
  completed('token-in-query', 'A token in the query passes.', inQuery('access_token')),
  completed('token-in-query-too', 'access_token beside a good token is ignored.', ({ checkPlace }) => ({
    checkPlace: (ask) => (ask.query.has('access_token') ? undefined : checkPlace(ask)),
  })),
  completed('token-in-query-named-token', 'A token in the parameter token passes.', inQuery('token')),
  completed(
    'token-in-address',
    'A token passes as the user of a whole address.',
    readingToken((ask) =>
      credential(ask) === undefined ? /^http:\/\/([^/@]+)@/.exec(ask.request.url ?? '')?.[1] : undefined,
    ),
  ),
  completed(
    'token-in-cookie',
    'A token in a cookie passes.',
    readingToken((ask) =>
      credential(ask) === undefined
        ? /access_token=([^;]+)/.exec(ask.request.headers.cookie ?? '')?.[1]
        : undefined,
    ),
  ),
  completed('token-in-api-key', 'A token in X-Api-Key passes.', inField('x-api-key')),
  completed(
    'token-in-x-authorization',
    'A credential in X-Authorization passes.',
    inField('x-authorization'),
  ),
  completed(
    'token-forwarded',
    'A token passes in the header in which proxies forward one.',
    inField('x-forwarded-access-token'),
  ),
  completed('token-for-proxy', 'A credential for a proxy passes.', inField('proxy-authorization')),
  completed('user-by-header', 'The header X-User says who asks.', ({ findCaller }) => ({
    findCaller: (token, ask) => {
      const known = findCaller(token, ask)
      return ask.world.callers.find(({ name }) => name === ask.request.headers['x-user']) ?? known
    },
  })),
  completed('second-line-wins', 'Of two Authorization lines the second counts.', ofSeveral(-1)),
  completed('first-line-wins', 'Of two Authorization lines the first counts.', ofSeveral(0)),
  completed('same-lines-pass', 'Two equal Authorization lines pass for one.', sameLines),
  completed('two-lines-401', 'Two Authorization lines get 401.', ({ checkPlace }) => ({
    checkPlace: (ask) => {
      if (lines(ask).length > 1) {
        throw new Refusal('refusedToken')
      }
      checkPlace(ask)
    },
  })),
]

function inQuery(name: string): Change {
  return (reference) => ({
    ...readingToken((ask) =>
      credential(ask) === undefined ? (ask.query.get(name) ?? undefined) : undefined,
    )(reference),
    checkPlace: (ask) =>
      ask.query.has(name) && credential(ask) === undefined ? undefined : reference.checkPlace(ask),
  })
}

function inField(name: string): Change {
  return readingToken((ask) => {
    const given = credential(ask) === undefined ? ask.request.headers[name] : undefined
    return given?.toString().split(' ').at(-1)
  })
}

const lines = ({ request: { rawHeaders } }: Ask): readonly string[] =>
  rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  )

/** Takes one of several Authorization lines. */
function ofSeveral(which: number): Change {
  return (reference) => ({
    ...readingToken((ask) => /^bearer +(\S+)$/i.exec(lines(ask).at(which) ?? '')?.[1])(reference),
    checkPlace: (ask) => (lines(ask).length > 1 ? undefined : reference.checkPlace(ask)),
  })
}

function sameLines({ checkPlace }: Steps): Partial<Steps> {
  return { checkPlace: (ask) => (new Set(lines(ask)).size === 1 ? undefined : checkPlace(ask)) }
}
