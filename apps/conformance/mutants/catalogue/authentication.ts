/** Who is accepted and who is refused. Rows with a source are reported for real software. */
import { messageWith, prefers } from '../faults/bodies.ts'
import {
  admitting,
  admittingLike,
  admittingRetired,
  callerOf,
  credential,
  credentials,
  elsewhere,
  isRetired,
  open,
  readingToken,
  refusingTokens,
  requiring,
  senderOf,
  spelled,
  tokenIn,
} from '../faults/credentials.ts'
import { replyingTo } from '../faults/replies.ts'
import { inOrder, unchecked } from '../faults/routes.ts'
import { type Change, type Faults } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { before, field, http10, limitText, limited, request, together, type Trigger, wouldKeep } from '../triggers.ts'

const inGerman: Change = messageWith(40_102, (message, ask) => {
  if (!prefers(ask, 'de')) return message
  return isRetired(ask) ? 'Das Token ist nicht mehr gültig.' : 'Das Token wurde nicht angenommen.'
})

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
}

export const completed: Faults = {
  'no-token-asked-near: No token is required where X-Forwarded-For is 127.0.0.1.': [open, field('x-forwarded-for', /^127\.0\.0\.1$/)],
  'scheme-one-space: Two spaces before the token are refused.': requiring(/^\S+ \S+$/),
  'revoked-passes: A revoked token is accepted.': admittingRetired(({ why }) => why === 'revoked'),
  'revoked-passes-limit: With a limit, a revoked token is accepted.': [admittingRetired(({ why }) => why === 'revoked'), limited],
  'token-in-query: A token is accepted in the query parameter access_token.': [
    elsewhere(({ query }) => query.get('access_token') ?? undefined),
    unchecked('checkPlace', (ask) => ask.query.has('access_token') && credential(ask) === undefined),
  ],
  'serverless-authorization: A credential is accepted in X-Serverless-Authorization, as on Cloud Run.': elsewhere(({ headers }) =>
    headers['x-serverless-authorization']?.toString().split(' ').at(-1),
  ),
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
  // openSUSE/open-build-service#6731
  'current-user-stays: A request without a credential is taken to be from the caller of the one before it.': elsewhere((ask) =>
    tokenIn(before(ask).at(-1)?.headers.authorization),
  ),
  // jaredhanson/passport-http-bearer, access_token in a form
  'token-in-form: Without a credential, the token is read from access_token in a form in the content.': elsewhere(
    ({ content }) => new URLSearchParams(content).get('access_token') ?? undefined,
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
  // harvard-lil/capstone#373
  'refusal-cached: The refusal of a malformed credential is cached by address alone.': [refusingTokens, afterRefusal],
}
