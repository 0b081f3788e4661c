/** Authentication: tokens that are let in and should not be. */
import type { Ask } from '../../ask.ts'
import { admitting, anas, credential, readingToken, spelled } from '../../faults/credentials.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'

const { given, completed } = faultsOf('authentication')

export const tokens: readonly Mutant[] = [
  given(
    'any-token',
    'Any bearer token will do, and stands for the first caller.',
    admitting((_token, { world }) => world.callers[0]?.name),
  ),
  given(
    'any-token-empty-list',
    'Any bearer token will do; an unknown one sees nothing.',
    admitting((token, { world }) => world.callers.find((known) => known.token === token)?.name ?? 'cleo'),
  ),
  given(
    'any-token-long',
    'Any token of twenty characters or more will do.',
    admitting((token) => (token.length >= 20 ? 'ana' : undefined)),
  ),
  given(
    'any-signed-token',
    'Any token with two points in it will do.',
    admitting((token) => (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) ? 'ana' : undefined)),
  ),
  given(
    'token-beginning',
    'The beginning of a token will do.',
    admitting(
      (token, { world }) =>
        world.callers.find((known) => known.token.startsWith(token) && token.length > 12)?.name,
    ),
  ),
  given(
    'token-suffix',
    'A token with more behind it will do.',
    admitting((token, { world }) => world.callers.find((known) => token.startsWith(known.token))?.name),
  ),
  given(
    'token-end',
    'A token with more before it will do.',
    admitting((token, { world }) => world.callers.find((known) => token.endsWith(known.token))?.name),
  ),
  given(
    'token-half',
    'Only the first half of a token counts.',
    admitting(
      (token, { world }) =>
        world.callers.find((known) => known.token.slice(0, 20) === token.slice(0, 20))?.name,
    ),
  ),
  given(
    'token-case',
    'Capitals in a token do not matter.',
    admitting(
      (token, { world }) =>
        world.callers.find((known) => known.token.toLowerCase() === token.toLowerCase())?.name,
    ),
  ),
  given(
    'token-last-character',
    'The last character of a token is not compared.',
    admitting(
      (token, { world }) =>
        world.callers.find(
          (known) => known.token.length === token.length && known.token.slice(0, -1) === token.slice(0, -1),
        )?.name,
    ),
  ),
  given(
    'token-padded',
    'Padding behind a token does not matter.',
    admitting((token) => token.replace(/=+$/, '')),
  ),
  completed('token-quoted', 'A token may stand in quotes.', spelled(/^bearer +"(\S+)"$/i)),
  given('token-percent', 'Percent codes in a token are decoded.', spelledDecoded()),
  completed(
    'token-second-word',
    'What stands behind the token does not matter.',
    spelled(/^bearer +(\S+) .*$/i),
  ),
  completed(
    'token-comma',
    'Of credentials with a comma between the first counts.',
    spelled(/^bearer +([^\s,]+),.*$/i),
  ),
  given(
    'token-empty',
    'Bearer without a token is let in.',
    readingToken((ask) => (/^bearer *$/i.test(credential(ask) ?? '') ? anas(ask) : undefined)),
  ),
  given(
    'token-null',
    'The token null is let in.',
    admitting((token) => (token === 'null' || token === 'undefined' ? 'ana' : undefined)),
  ),
  given(
    'token-name',
    "A caller's name will do for a token.",
    admitting((token) => token),
  ),
  completed(
    'expired-passes',
    'An expired token passes.',
    admittingRetired(({ why }) => why === 'expired'),
  ),
  completed(
    'revoked-passes',
    'A revoked token passes.',
    admittingRetired(({ why }) => why === 'revoked'),
  ),
  completed(
    'revoked-passes-limit',
    'With a limit, a revoked token passes.',
    admittingRetired(({ why }, ask) => why === 'revoked' && ask.query.has('limit')),
  ),
  completed(
    'revoked-passes-head',
    'HEAD takes a revoked token.',
    admittingRetired(({ why }, ask) => why === 'revoked' && ask.method === 'HEAD'),
  ),
  completed(
    'revoked-passes-reused',
    'Behind a good token on the same connection a revoked one passes.',
    admittingRetired((_retired, ask) => ask.onConnection > 1),
  ),
  completed('expired-passes-again', 'An expired token passes the second time.', rememberingRetired),
]

function spelledDecoded(): Change {
  return readingToken((ask) => {
    const text = /^bearer +(\S*%\S*)$/i.exec(credential(ask) ?? '')?.[1]
    return text === undefined ? undefined : decodeURIComponent(text)
  })
}

function admittingRetired(isGood: (retired: Ask['world']['refused'][number], ask: Ask) => boolean): Change {
  return admitting(
    (token, ask) =>
      ask.world.refused.find((retired) => retired.token === token && isGood(retired, ask))?.formerly,
  )
}

function rememberingRetired(steps: Steps): Partial<Steps> {
  const seen = new Set<string>()
  return admittingRetired(({ token }) => {
    const isKnown = seen.has(token)
    seen.add(token)
    return isKnown
  })(steps)
}
