/** Who is accepted and who is refused. Rows with a source are reported for real software. */
import { hash } from 'node:crypto'
import { messageWith, prefers } from '../faults/bodies.ts'
import {
  admitting,
  admittingLike,
  admittingRetired,
  callerOf,
  credential,
  credentials,
  elsewhere,
  inField,
  isRetired,
  open,
  readingToken,
  refusingTokens,
  requiring,
  senderOf,
  spelled,
  takenFor,
  tokenIn,
  unseen,
} from '../faults/credentials.ts'
import { whoever } from '../faults/lists.ts'
import { answering, lacking, replyingTo, sending } from '../faults/replies.ts'
import { answeringPath, decoded, inOrder, unchecked } from '../faults/routes.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { type Ask, withField } from '../server/ask.ts'
import { withTokens } from '../server/world.ts'
import { before, field, http10, is401, limitText, limited, request, together, type Trigger, withoutField, wouldKeep } from '../triggers.ts'

const inGerman: Change = messageWith(40_102, (message, ask) => {
  if (!prefers(ask, 'de')) return message
  return isRetired(ask) ? 'Das Token ist nicht mehr gültig.' : 'Das Token wurde nicht angenommen.'
})

const failingWith = (code: number, body: string, type = 'application/json'): Change =>
  both(answering(code, body, type), lacking('WWW-Authenticate'), sending('Cache-Control', 'no-store'))

const withToken = (holds: (token: string) => boolean): Trigger => request((ask) => holds(tokenIn(credential(ask)) ?? ''))
/** Two callers whose tokens have hashes that PHP reads as zero: 0e462097431906509019562988736854 and 0e830400451993494058024219903391. */
const magic: Readonly<Record<string, string>> = { ana: '240610708', ben: 'QNKCDZO' }

/** Compares as PHP's == does: texts that are numbers are compared as numbers. */
const isLooselyEqual = (one: string, other: string): boolean =>
  /^0+e\d+$/.test(one) && /^0+e\d+$/.test(other) ? Number(one) === Number(other) : one === other

/** Answers other paths that are routed although the pattern of the guard does not match them. */
const pastTheGuard = (isRouted: (path: string) => boolean): readonly Change[] => {
  const isOther = ({ path }: Ask): boolean => path !== '/plants' && isRouted(path)
  return [answeringPath(isRouted), on(request(isOther), open)]
}

const afterRefusal: Trigger = request((ask) =>
  before(ask).some(({ status, url, headers: { authorization } }) => {
    return status === 401 && url === ask.url && authorization !== undefined && tokenIn(authorization) === undefined
  }),
)

export const given: Faults = {
  'no-token-asked-zero: No token is required with limit=0.': [open, limitText(/^0$/)],
  'any-scheme: A token is accepted under any scheme.': spelled(/^\S+ +(\S+)$/),
  "any-token: Any bearer token is accepted as the first caller's.": admitting((_token, { world }) => world.callers[0]?.name),
  'token-half: Tokens are compared by their first 20 characters.': admittingLike((token, own) => own.slice(0, 20) === token.slice(0, 20)),

  'token-of-neighbour: A request without a token that comes while others are under way is taken for one of theirs.': [open, together(5)],

  // CVE-2020-8547 (PHP, hashes compared with ==)
  'magic-hashes: Hashes of tokens are compared as numbers, so two callers are taken for one.': [
    admittingLike((token, own) => isLooselyEqual(hash('md5', own), hash('md5', token))),
    withTokens((name) => magic[name] ?? 'plants-Xn4GkW7dRj0QsYb2HvTz9CmPf6LeEu8Ka5C2'),
  ],
  // Twitter API, Snowflake ids: "use id_str", because JavaScript reads id as a double
  'snowflakes-as-doubles: Tokens are numbers of nineteen digits, and are looked up as 64-bit floating-point numbers.': [
    takenFor((token, { world }) => world.callers.find((one) => Number(one.token) === Number(token))),
    withTokens((name) => ({ ana: '1541815603606036480', ben: '1541815603606036481' })[name] ?? '1541899603606037504', []),
  ],
}

export const completed: Faults = {
  'token-named: A token is accepted behind its name, as in Bearer access_token=….': spelled(/^bearer +access_token=(\S+)$/i),
  'no-token-asked-near: No token is required where X-Forwarded-For is 127.0.0.1.': [open, field('x-forwarded-for', /^127\.0\.0\.1$/)],
  'scheme-one-space: Two spaces before the token are refused.': requiring(/^\S+ \S+$/),
  'revoked-passes: A revoked token is accepted.': admittingRetired(({ why }) => why === 'revoked'),
  'revoked-passes-limit: With a limit, a revoked token is accepted.': [admittingRetired(({ why }) => why === 'revoked'), limited],
  'token-in-query: A token is accepted in the query parameter access_token.': [
    elsewhere(({ query }) => query.get('access_token') ?? undefined),
    unchecked('checkPlace', (ask) => ask.query.has('access_token') && credential(ask) === undefined),
  ],
  'serverless-authorization: A credential is accepted in X-Serverless-Authorization, as on Cloud Run.': inField('x-serverless-authorization'),

  'limit-before-token: The limit is checked before the token.': inOrder('path', 'method', 'limit', 'place', 'credential'),
  'token-before-path: The token is checked before the path.': inOrder('place', 'credential', 'path', 'method', 'limit'),
  'session-cookie: A response sets a cookie that is later accepted in place of the token.': [
    replyingTo((reply, { caller }) => (caller === undefined ? reply : withField(reply, 'Set-Cookie', `session=${caller.name}; HttpOnly`))),
    elsewhere(({ headers, world }) => {
      const name = /session=(\w+)/.exec(headers.cookie ?? '')?.[1]
      return world.callers.find((caller) => caller.name === name)?.token
    }),
  ],
  'reason-in-german: In German, the message for a token that was once valid differs from that for an unknown token.': inGerman,

  'token-packed: A token that is base64-encoded once more is accepted.': readingToken((ask) => {
    const unpacked = Buffer.from(tokenIn(credential(ask)) ?? '', 'base64').toString('latin1')
    return callerOf(unpacked, ask)?.token
  }),

  'old-kept-refused: On a kept HTTP/1.0 connection, a refused token right after a valid one is accepted as that one.': [
    admitting((token, ask) => (callerOf(token, ask) !== undefined ? undefined : senderOf(ask.earlier.at(-1), ask))),
    http10,
    wouldKeep,
  ],

  // CVE-2020-11989 (Apache Shiro)
  'shiro-semicolon: A path that is right once parameters such as ;x are removed is answered, and needs no token.': pastTheGuard(
    (path) => path.includes(';') && path.replaceAll(/\/;[^/]*|;[^/]*/g, '') === '/plants',
  ),
  // CVE-2016-5007 (Spring Security and Spring MVC)
  'trimmed-path: A path followed by a space is answered, and needs no token.': pastTheGuard((path) => decoded(path).trim() === '/plants'),
  // spring-projects/spring-security, antMatchers without a trailing slash, where Spring MVC matches one
  'unguarded-slash: A path with a trailing slash is answered, and needs no token.': pastTheGuard((path) => path === '/plants/'),
  // openSUSE/open-build-service#6731
  'current-user-stays: A request without a credential is taken to be from the caller of the one before it.': elsewhere((ask) =>
    tokenIn(before(ask).at(-1)?.headers.authorization),
  ),
  // istio/istio, RequestAuthentication: "requests without any authentication credentials will be accepted"
  'istio-anonymous: A request without a credential gets the plants that nobody owns.': [
    open,
    whoever(({ seenBy }) => seenBy.length === 0),
    withoutField('authorization'),
  ],
  // jaredhanson/passport-http-bearer, access_token in a form
  'token-in-form: Without a credential, the token is read from access_token in a form in the content.': elsewhere((ask) =>
    /^application\/x-www-form-urlencoded\b/i.test(ask.headers['content-type'] ?? '')
      ? (new URLSearchParams(ask.came().split('\r\n\r\n')[1]).get('access_token') ?? undefined)
      : undefined,
  ),
  // rails/rails, ActionController::HttpAuthentication::Token
  'rails-token-syntax: A token is accepted as a parameter, as in Bearer token="…".': readingToken(
    (ask) => /^(?:token|bearer)\s+token="?([^",;\s]+)"?/i.exec(credential(ask) ?? '')?.[1],
  ),
  // GrahamDumpleton/mod_wsgi, as in CGI: lines of one name are joined by a comma
  'credentials-joined: Two Authorization lines are joined by a comma, and refused as an unknown token.': [
    unchecked('checkPlace', ({ query }) => !query.has('access_token')),
    refusingTokens,
    request((ask) => credentials(ask).length > 1),
  ],
  // nginx, ngx_http_auth_request_module: any code other than 2xx, 401 and 403 is an error
  'auth-request-500: A malformed credential gets 500.': [
    failingWith(500, '<html><head><title>500 Internal Server Error</title></head></html>', 'text/html'),
    is401,
    request((ask) => credential(ask) !== undefined && tokenIn(credential(ask)) === undefined),
  ],
  // vimalloc/flask-jwt-extended, invalid_token_loader
  'not-enough-segments: An unknown token that is not a JWT gets 422.': [
    failingWith(422, '{"msg":"Not enough segments"}'),
    is401,
    withToken((token) => token !== '' && token.split('.').length !== 3),
  ],
  // memcached, keys of at most 250 bytes
  'memcached-key: An unknown token of more than 250 characters gets 500.': [
    failingWith(500, '{"message":"Key length is > 250"}'),
    is401,
    withToken((token) => token.length > 250),
  ],
  // auth0/express-jwt and auth0/node-jwks-rsa, SigningKeyNotFoundError
  'unknown-kid: A JWT that names an unknown key (kid) gets 500.': [
    failingWith(500, '<pre>SigningKeyNotFoundError: Unable to find a signing key that matches</pre>', 'text/html'),
    is401,
    withToken((token) => Buffer.from(token.split('.')[0] ?? '', 'base64url').includes('"kid"')),
  ],
  // harvard-lil/capstone#373
  'refusal-cached: The refusal of a malformed credential is cached by address alone.': [refusingTokens, afterRefusal],
  // dotnet/aspnetcore, JwtBearerHandler: NoResult for another scheme
  'other-scheme-unseen: A credential of another scheme is treated as if none had been sent.': [unseen, field('authorization', /^(?!bearer(?: |$))/i)],
  // grafana/grafana, auth_token as a query parameter
  'auth-token-in-query: Without a credential, the token is read from the parameter auth_token.': [
    elsewhere(({ query }) => query.get('auth_token') ?? undefined),
    withoutField('authorization'),
  ],
}
