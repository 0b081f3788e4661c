/** Class 5: authentication. */
import {
  admitting,
  admittingLike,
  admittingRetired,
  anas,
  credential,
  credentials,
  elsewhere,
  inField,
  open,
  readingToken,
  requiring,
  spelled,
  tokenIn,
} from '../faults/credentials.ts'
import { unchecked } from '../faults/routes.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import { after, every, field, http10, limited, limitText, method, reused } from '../triggers.ts'

function decoded(ask: Parameters<typeof credential>[0]): string | undefined {
  const text = /^bearer +(\S*%\S*)$/i.exec(credential(ask) ?? '')?.[1]
  return text === undefined ? undefined : decodeURIComponent(text)
}

function passingAgain(reference: Parameters<Change>[0]): ReturnType<Change> {
  const known = new Set<string>()
  return admittingRetired(({ token }) => {
    const isKnown = known.has(token)
    known.add(token)
    return isKnown
  })(reference)
}

const inQuery = (name: string): Change =>
  both(
    elsewhere(({ query }) => query.get(name) ?? undefined),
    unchecked('checkPlace', (ask) => ask.query.has(name) && credential(ask) === undefined),
  )

/** Takes one of several Authorization lines. */
const ofSeveral = (which: number): Change =>
  both(
    readingToken((ask) => tokenIn(credentials(ask).at(which))),
    unchecked('checkPlace', (ask) => credentials(ask).length > 1),
  )

function userByHeader({ findCaller }: Parameters<Change>[0]): ReturnType<Change> {
  return {
    findCaller: (token, ask) => {
      const known = findCaller(token, ask)
      return ask.world.callers.find(({ name }) => name === ask.headers['x-user']) ?? known
    },
  }
}

export const given: Faults = {
  'no-token-asked: No token is asked for.': open,
  'no-token-asked-zero: No token is asked for with limit=0.': [open, limitText(/^0$/)],
  'no-token-asked-limit: No token is asked for with a limit.': [open, limited],
  'no-token-asked-condition: A question about changes is asked for no token.': [open, field('if-none-match')],
  'no-token-asked-reused: The second request of a connection needs no token.': [open, reused],
  'no-token-asked-late: After thirty requests no token is asked for.': [open, after(30)],
  'no-token-asked-seldom: Every eleventh request needs no token.': [open, every(11)],
  'no-token-asked-browser: Browsers are asked for no token.': [open, field('accept', /text\/html/)],
  'no-token-asked-version: HTTP/1.0 is asked for no token.': [open, http10],
  'token-empty: Bearer without a token is let in.': readingToken((ask) => (/^bearer *$/i.test(credential(ask) ?? '') ? anas(ask) : undefined)),
  'any-header: Any Authorization header will do.': readingToken((ask) => (credential(ask) === undefined ? undefined : anas(ask))),
  'any-scheme: A token passes under any scheme.': spelled(/^\S+ +(\S+)$/),
  'scheme-token: A token passes under the scheme Token.': spelled(/^token +(\S+)$/i),
  'scheme-like: A scheme that begins like Bearer will do.': spelled(/^bearer\S* +(\S+)$/i),
  'scheme-missing: The token alone will do.': spelled(/^(\S+)$/),
  'scheme-six-letters: Any scheme of six letters will do that begins as Bearer does.': spelled(/^be\w{4} +(\S+)$/i),
  'scheme-dpop: A token passes under the scheme DPoP.': spelled(/^dpop +(\S+)$/i),
  'token-percent: Percent codes in a token are decoded.': readingToken(decoded),
  'any-token: Any bearer token will do, and stands for the first caller.': admitting((_token, { world }) => world.callers[0]?.name),
  'any-token-empty-list: Any bearer token will do; an unknown one sees nothing.': admitting(
    (token, { world }) => world.callers.find((known) => known.token === token)?.name ?? 'cleo',
  ),
  'any-token-long: Any token of twenty characters or more will do.': admitting((token) => (token.length >= 20 ? 'ana' : undefined)),
  'any-signed-token: Any token with two points in it will do.': admitting((token) => (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) ? 'ana' : undefined)),
  'token-beginning: The beginning of a token will do.': admittingLike((token, own) => own.startsWith(token) && token.length > 12),
  'token-suffix: A token with more behind it will do.': admittingLike((token, own) => token.startsWith(own)),
  'token-end: A token with more before it will do.': admittingLike((token, own) => token.endsWith(own)),
  'token-half: Only the first half of a token counts.': admittingLike((token, own) => own.slice(0, 20) === token.slice(0, 20)),
  'token-case: Capitals in a token do not matter.': admittingLike((token, own) => own.toLowerCase() === token.toLowerCase()),
  'token-last-character: The last character of a token is not compared.': admittingLike(
    (token, own) => own.length === token.length && own.slice(0, -1) === token.slice(0, -1),
  ),
  'token-padded: Padding behind a token does not matter.': admitting((token) => token.replace(/=+$/, '')),
  'token-other-alphabet: The two alphabets of base64 are the same to it.': admitting((token) => token.replaceAll('+', '-').replaceAll('/', '_')),
  'token-null: The token null is let in.': admitting((token) => (token === 'null' || token === 'undefined' ? 'ana' : undefined)),
  "token-name: A caller's name will do for a token.": admitting((token) => token),
}

export const completed: Faults = {
  'no-token-asked-head: HEAD is asked for no token.': [open, method('HEAD')],
  'no-token-asked-near: Who says it comes from this machine needs no token.': [open, field('x-forwarded-for', /^127\.0\.0\.1$/)],
  'scheme-joined: No space is needed behind Bearer.': spelled(/^bearer(\S+)$/i),
  'scheme-tab: A tab will do behind Bearer.': spelled(/^bearer\s+(\S+)$/i),
  'scheme-colon: A colon may stand behind Bearer.': spelled(/^bearer: +(\S+)$/i),
  'scheme-capital: Only Bearer with a capital is known.': requiring(/^Bearer /),
  'scheme-small: Bearer all in capitals is not known.': requiring(/^[Bb]earer /),
  'scheme-one-space: Two spaces before the token are refused.': requiring(/^\S+ \S+$/),
  'token-quoted: A token may stand in quotes.': spelled(/^bearer +"(\S+)"$/i),
  'token-second-word: What stands behind the token does not matter.': spelled(/^bearer +(\S+) .*$/i),
  'token-comma: Of credentials with a comma between the first counts.': spelled(/^bearer +([^\s,]+),.*$/i),
  'token-with-its-name: The word token= may stand before a token.': spelled(/^bearer +token=(\S+)$/i),
  'expired-passes: An expired token passes.': admittingRetired(({ why }) => why === 'expired'),
  'revoked-passes: A revoked token passes.': admittingRetired(({ why }) => why === 'revoked'),
  'revoked-passes-limit: With a limit, a revoked token passes.': [admittingRetired(({ why }) => why === 'revoked'), limited],
  'revoked-passes-head: HEAD takes a revoked token.': [admittingRetired(({ why }) => why === 'revoked'), method('HEAD')],
  'revoked-passes-reused: Behind a good token on the same connection a revoked one passes.': [admittingRetired(), reused],
  'expired-passes-again: An expired token passes the second time.': passingAgain,
  'token-in-query: A token in the query passes.': inQuery('access_token'),
  'token-in-query-too: access_token beside a good token is ignored.': unchecked('checkPlace', ({ query }) => query.has('access_token')),
  'token-in-query-named-token: A token in the parameter token passes.': inQuery('token'),
  'token-in-address: A token passes as the user of a whole address.': elsewhere((ask) => /^http:\/\/([^/@]+)@/.exec(ask.url)?.[1]),
  'token-in-cookie: A token in a cookie passes.': elsewhere((ask) => /access_token=([^;]+)/.exec(ask.headers.cookie ?? '')?.[1]),
  'token-in-api-key: A token in X-Api-Key passes.': inField('x-api-key'),
  'token-in-x-authorization: A credential in X-Authorization passes.': inField('x-authorization'),
  'serverless-authorization: A credential in X-Serverless-Authorization passes, as at Cloud Run.': inField('x-serverless-authorization'),
  'forwarded-authorization: A credential in X-Forwarded-Authorization passes, where gateways put the first one.':
    inField('x-forwarded-authorization'),
  'token-forwarded: A token passes in the header in which proxies forward one.': inField('x-forwarded-access-token'),
  'token-for-proxy: A credential for a proxy passes.': inField('proxy-authorization'),
  'user-by-header: The header X-User says who asks.': userByHeader,
  'second-line-wins: Of two Authorization lines the second counts.': ofSeveral(-1),
  'first-line-wins: Of two Authorization lines the first counts.': ofSeveral(0),
  'same-lines-pass: Two equal Authorization lines pass for one.': unchecked('checkPlace', (ask) => new Set(credentials(ask)).size === 1),
}
