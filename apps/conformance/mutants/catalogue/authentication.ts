/** Authentication: which credentials are accepted. */
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
  takenFor,
  tokenIn,
} from '../faults/credentials.ts'
import { decoded, unchecked } from '../faults/routes.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import { after, every, field, http10, limited, limitText, method, reused } from '../triggers.ts'

function percentDecoded(ask: Parameters<typeof credential>[0]): string | undefined {
  const text = /^bearer +(\S*%\S*)$/i.exec(credential(ask) ?? '')?.[1]
  return text === undefined ? undefined : decoded(text)
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

/** Uses one of several Authorization lines. */
const ofSeveral = (which: number): Change =>
  both(
    readingToken((ask) => tokenIn(credentials(ask).at(which))),
    unchecked('checkPlace', (ask) => credentials(ask).length > 1),
  )

export const given: Faults = {
  'no-token-asked: No token is required.': open,
  'no-token-asked-zero: No token is required with limit=0.': [open, limitText(/^0$/)],
  'no-token-asked-limit: No token is required with a limit.': [open, limited],
  'no-token-asked-condition: No token is required with If-None-Match.': [open, field('if-none-match')],
  'no-token-asked-reused: No token is required from the second request on a connection.': [open, reused],
  'no-token-asked-late: After thirty requests no token is required.': [open, after(30)],
  'no-token-asked-seldom: Every eleventh request needs no token.': [open, every(11)],
  'no-token-asked-browser: No token is required from browsers.': [open, field('accept', /text\/html/)],
  'no-token-asked-version: No token is required from HTTP/1.0 clients.': [open, http10],
  'token-empty: Bearer without a token is accepted.': readingToken((ask) => (/^bearer *$/i.test(credential(ask) ?? '') ? anas(ask) : undefined)),
  'any-header: Any Authorization header is accepted.': readingToken((ask) => (credential(ask) === undefined ? undefined : anas(ask))),
  'any-scheme: A token is accepted under any scheme.': spelled(/^\S+ +(\S+)$/),
  'scheme-token: A token is accepted under the scheme Token.': spelled(/^token +(\S+)$/i),
  'scheme-like: A token is accepted under any scheme that begins with Bearer.': spelled(/^bearer\S* +(\S+)$/i),
  'scheme-missing: A token is accepted without a scheme.': spelled(/^(\S+)$/),
  'scheme-six-letters: A token is accepted under any scheme of six letters that begins with Be.': spelled(/^be\w{4} +(\S+)$/i),
  'scheme-dpop: A token is accepted under the scheme DPoP.': spelled(/^dpop +(\S+)$/i),
  'token-percent: Percent-encoding in a token is decoded.': readingToken(percentDecoded),
  "any-token: Any bearer token is accepted as the first caller's.": admitting((_token, { world }) => world.callers[0]?.name),
  'any-token-empty-list: Any bearer token is accepted, and an unknown one gets an empty list.': admitting(
    (token, { world }) => world.callers.find((known) => known.token === token)?.name ?? 'cleo',
  ),
  'any-token-long: Any token of twenty characters or more is accepted.': admitting((token) => (token.length >= 20 ? 'ana' : undefined)),
  'any-signed-token: Any token with two dots in it is accepted.': admitting((token) => (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) ? 'ana' : undefined)),
  'token-beginning: The beginning of a token is accepted in place of the whole.': admittingLike(
    (token, own) => own.startsWith(token) && token.length > 12,
  ),
  'token-suffix: A token with characters appended is accepted.': admittingLike((token, own) => token.startsWith(own)),
  'token-end: A token with characters prepended is accepted.': admittingLike((token, own) => token.endsWith(own)),
  'token-half: Tokens are compared by their first 20 characters.': admittingLike((token, own) => own.slice(0, 20) === token.slice(0, 20)),
  'token-case: Tokens are compared without regard to case.': admittingLike((token, own) => own.toLowerCase() === token.toLowerCase()),
  'token-last-character: The last character of a token is not compared.': admittingLike(
    (token, own) => own.length === token.length && own.slice(0, -1) === token.slice(0, -1),
  ),
  'token-padded: Padding at the end of a token is ignored.': admitting((token) => token.replace(/=+$/, '')),
  'token-other-alphabet: The two base64 alphabets are treated as equal in tokens.': admitting((token) =>
    token.replaceAll('+', '-').replaceAll('/', '_'),
  ),
  'token-null: The tokens null and undefined are accepted.': admitting((token) => (token === 'null' || token === 'undefined' ? 'ana' : undefined)),
  "token-name: A caller's name is accepted as a token.": admitting((token) => token),
}

export const completed: Faults = {
  'no-token-asked-head: No token is required for HEAD.': [open, method('HEAD')],
  'no-token-asked-near: No token is required where X-Forwarded-For is 127.0.0.1.': [open, field('x-forwarded-for', /^127\.0\.0\.1$/)],
  'scheme-joined: A token is accepted without a space after Bearer.': spelled(/^bearer(\S+)$/i),
  'scheme-tab: A tab is accepted after Bearer.': spelled(/^bearer\s+(\S+)$/i),
  'scheme-colon: A colon is accepted after Bearer.': spelled(/^bearer: +(\S+)$/i),
  'scheme-capital: The scheme is accepted only when spelled Bearer.': requiring(/^Bearer /),
  'scheme-small: BEARER in capitals is refused.': requiring(/^[Bb]earer /),
  'scheme-one-space: Two spaces before the token are refused.': requiring(/^\S+ \S+$/),
  'token-quoted: A token is accepted in quotes.': spelled(/^bearer +"(\S+)"$/i),
  'token-second-word: Anything after the token is ignored.': spelled(/^bearer +(\S+) .*$/i),
  'token-comma: Of several credentials separated by commas the first is used.': spelled(/^bearer +([^\s,]+),.*$/i),
  'token-with-its-name: A token is accepted after token=.': spelled(/^bearer +token=(\S+)$/i),
  'expired-passes: An expired token is accepted.': admittingRetired(({ why }) => why === 'expired'),
  'revoked-passes: A revoked token is accepted.': admittingRetired(({ why }) => why === 'revoked'),
  'revoked-passes-limit: With a limit, a revoked token is accepted.': [admittingRetired(({ why }) => why === 'revoked'), limited],
  'revoked-passes-head: HEAD accepts a revoked token.': [admittingRetired(({ why }) => why === 'revoked'), method('HEAD')],
  'revoked-passes-reused: A token that is no longer valid is accepted from the second request on a connection.': [admittingRetired(), reused],
  'expired-passes-again: A token that is no longer valid is accepted the second time it is sent.': passingAgain,
  'token-in-query: A token is accepted in the query parameter access_token.': inQuery('access_token'),
  'token-in-query-too: The query parameter access_token is ignored beside a valid token.': unchecked('checkPlace', ({ query }) =>
    query.has('access_token'),
  ),
  'token-in-query-named-token: A token is accepted in the query parameter token.': inQuery('token'),
  'token-in-address: A token is accepted as the user name in an absolute request target.': elsewhere(
    (ask) => /^http:\/\/([^/@]+)@/.exec(ask.url)?.[1],
  ),
  'token-in-cookie: A token is accepted in a cookie.': elsewhere((ask) => /access_token=([^;]+)/.exec(ask.headers.cookie ?? '')?.[1]),
  'token-in-api-key: A token is accepted in X-Api-Key.': inField('x-api-key'),
  'token-in-x-authorization: A credential is accepted in X-Authorization.': inField('x-authorization'),
  'serverless-authorization: A credential is accepted in X-Serverless-Authorization, as on Cloud Run.': inField('x-serverless-authorization'),
  'forwarded-authorization: A credential is accepted in X-Forwarded-Authorization, where gateways put the original one.':
    inField('x-forwarded-authorization'),
  'token-forwarded: A token is accepted in X-Forwarded-Access-Token, in which proxies forward it.': inField('x-forwarded-access-token'),
  'token-for-proxy: A credential is accepted in Proxy-Authorization.': inField('proxy-authorization'),
  'user-by-header: The header X-User decides who the caller is.': takenFor((_token, { world, headers }) =>
    world.callers.find(({ name }) => name === headers['x-user']),
  ),
  'second-line-wins: Of two Authorization lines the second is used.': ofSeveral(-1),
  'first-line-wins: Of two Authorization lines the first is used.': ofSeveral(0),
  'same-lines-pass: Two equal Authorization lines are accepted as one.': unchecked(
    'checkPlace',
    (ask) => credentials(ask).length > 1 && new Set(credentials(ask)).size === 1,
  ),
}
