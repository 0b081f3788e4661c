/** Who is accepted and who is refused. */
import {
  admitting,
  admittingLike,
  admittingRetired,
  credential,
  elsewhere,
  formerOwner,
  inField,
  isRetired,
  open,
  readingToken,
  requiring,
  senderOf,
  spelled,
  tokenIn,
} from '../faults/credentials.ts'
import { inOrder, unchecked } from '../faults/routes.ts'
import { type Change, type Faults, both } from '../mutant.ts'
import { every, field, http10, is401, limitText, limited, method, request, reused, together, wouldKeep } from '../triggers.ts'
import { errors, messageWith, prefers } from '../faults/bodies.ts'
import { asked } from '../faults/conditions.ts'
import { asStatus, lacking, refusing, replyingTo } from '../faults/replies.ts'
import { type Ask, Refusal, type Reply, withField } from '../server/ask.ts'
import { randomUUID } from 'node:crypto'
import type { Field } from '../../src/exchange.ts'

const inQuery = (name: string): Change =>
  both(
    elsewhere(({ query }) => query.get(name) ?? undefined),
    unchecked('checkPlace', (ask) => ask.query.has(name) && credential(ask) === undefined),
  )

/** Refuses with another status, and without a challenge. */
const unchallenged = (code: number): Change => both(lacking('WWW-Authenticate'), asStatus(code))

const isLate = (ask: Ask): boolean => isRetired(ask) && asked(ask).includes('"')

/** Compares the tag in the request before it finds that the token is no longer valid. */
const tagBeforeExpiry: Change = ({ findCaller, decodeLimit, isCurrent }) => {
  return {
    findCaller: (token, ask) => (isLate(ask) ? formerOwner(token, ask) : undefined) ?? findCaller(token, ask),
    decodeLimit: (texts, ask) => {
      try {
        return decodeLimit(texts, ask)
      } catch (error) {
        throw isLate(ask) ? new Refusal('refusedToken') : error
      }
    },
    isCurrent: (tag, ask) => {
      const isSame = isCurrent(tag, ask)
      if (!isSame && isLate(ask)) throw new Refusal('refusedToken')
      return isSame
    },
  }
}

const inGerman: Change = messageWith(40_102, (message, ask) => {
  if (!prefers(ask, 'de')) return message
  return isRetired(ask) ? 'Das Token ist nicht mehr gültig.' : 'Das Token wurde nicht angenommen.'
})

/** Where `letsIn` holds, cookies of these names together are accepted in place of the token of the caller who got them. */
const cookieSessions =
  (names: readonly string[], isSet: (reply: Reply) => boolean, letsIn: (ask: Ask) => boolean): Change =>
  ({ readToken, finish }) => {
    const known = new Map<string, string>()
    return {
      readToken: (ask) => (letsIn(ask) ? known.get(ask.headers.cookie ?? '') : undefined) ?? readToken(ask),
      finish: async (made, ask) => {
        const reply = await finish(made, ask)
        if (ask?.caller === undefined || ask.headers.cookie !== undefined || !isSet(reply)) return reply
        const cookies = names.map((name) => `${name}=${randomUUID()}`)
        known.set(cookies.join('; '), ask.caller.token)
        return { ...reply, fields: [...reply.fields, ...cookies.map((cookie): Field => ['Set-Cookie', `${cookie}; Path=/; HttpOnly`])] }
      },
    }
  }

const withoutCredential = (ask: Ask): boolean => credential(ask) === undefined

export const given: Faults = {
  'no-token-asked-zero: No token is required with limit=0.': [open, limitText(/^0$/)],
  'no-token-asked-condition: No token is required with If-None-Match.': [open, field('if-none-match')],
  'no-token-asked-seldom: Every eleventh request needs no token.': [open, every(11)],
  'any-scheme: A token is accepted under any scheme.': spelled(/^\S+ +(\S+)$/),
  "any-token: Any bearer token is accepted as the first caller's.": admitting((_token, { world }) => world.callers[0]?.name),
  'any-token-empty-list: Any bearer token is accepted, and an unknown one gets an empty list.': admitting(
    (token, { world }) => world.callers.find((known) => known.token === token)?.name ?? 'cleo',
  ),
  'token-half: Tokens are compared by their first 20 characters.': admittingLike((token, own) => own.slice(0, 20) === token.slice(0, 20)),

  'token-of-neighbour: A request without a token that comes while others are under way is taken for one of theirs.': [open, together(5)],

  'fallback-of-connection: A malformed credential is replaced by the last valid one on its connection.': ({ readToken }) => ({
    readToken: (ask) => {
      const text = ask.headers.authorization ?? ''
      const last = ask.earlier.findLast((one) => one.status === 200)?.headers.authorization
      return text !== '' && !/^bearer +\S+$/i.test(text) && last !== undefined ? last.replace(/^bearer +/i, '') : readToken(ask)
    },
  }),
}

export const completed: Faults = {
  'no-token-asked-head: No token is required for HEAD.': [open, method('HEAD')],
  'no-token-asked-near: No token is required where X-Forwarded-For is 127.0.0.1.': [open, field('x-forwarded-for', /^127\.0\.0\.1$/)],
  'scheme-one-space: Two spaces before the token are refused.': requiring(/^\S+ \S+$/),
  'revoked-passes: A revoked token is accepted.': admittingRetired(({ why }) => why === 'revoked'),
  'revoked-passes-limit: With a limit, a revoked token is accepted.': [admittingRetired(({ why }) => why === 'revoked'), limited],
  'revoked-passes-reused: A token that is no longer valid is accepted from the second request on a connection.': [admittingRetired(), reused],
  'token-in-query: A token is accepted in the query parameter access_token.': inQuery('access_token'),
  'token-in-address: A token is accepted as the user name in an absolute request target.': elsewhere(
    (ask) => /^http:\/\/([^/@]+)@/.exec(ask.url)?.[1],
  ),
  'token-in-cookie: A token is accepted in a cookie.': elsewhere((ask) => /access_token=([^;]+)/.exec(ask.headers.cookie ?? '')?.[1]),
  'token-in-api-key: A token is accepted in X-Api-Key.': inField('x-api-key'),
  'serverless-authorization: A credential is accepted in X-Serverless-Authorization, as on Cloud Run.': inField('x-serverless-authorization'),

  'retired-403: An expired token gets 403.': [unchallenged(403), is401, request(isRetired)],
  'body-401-list: The body of a 401 is an empty list.': [errors(() => []), is401],
  'limit-before-token: The limit is checked before the token.': inOrder('path', 'method', 'limit', 'place', 'credential'),
  'token-before-path: The token is checked before the path.': inOrder('place', 'credential', 'path', 'method', 'limit'),
  'method-before-path: The method is checked before the path.': inOrder('method', 'path', 'place', 'credential', 'limit'),
  'session-cookie: An answer sets a cookie that is later accepted in place of the token.': [
    replyingTo((reply, { caller }) => (caller === undefined ? reply : withField(reply, 'Set-Cookie', `session=${caller.name}; HttpOnly`))),
    elsewhere(({ headers, world }) => {
      const name = /session=(\w+)/.exec(headers.cookie ?? '')?.[1]
      return world.callers.find((caller) => caller.name === name)?.token
    }),
  ],
  "expired-gets-304: A token that is no longer valid gets 304 for the ETag of its former owner's list.": tagBeforeExpiry,
  'reason-in-german: In German, the message for a token that was once valid differs from that for an unknown token.': inGerman,
  'audit-of-agent: A token that was once valid gets 500 if User-Agent has more than 255 octets.': [
    refusing(500),
    lacking('WWW-Authenticate'),
    is401,
    request(isRetired),
    field('user-agent', /^.{256}/s),
  ],

  'basic-password: A token is accepted as the password of a Basic credential, whatever the user name is.': readingToken((ask) => {
    const [, coded = ''] = /^basic +(\S+)$/i.exec(credential(ask) ?? '') ?? []
    return /^[^:]+:(.+)$/.exec(Buffer.from(coded, 'base64').toString('latin1'))?.[1]
  }),
  'token-packed: A token that is base64-encoded once more is accepted.': readingToken((ask) => {
    const unpacked = Buffer.from(tokenIn(credential(ask)) ?? '', 'base64').toString('latin1')
    return ask.world.callers.find(({ token }) => token === unpacked)?.token
  }),

  'two-cookies: Two cookies of an answer, a session and its signature, are later accepted together in place of the token.': cookieSessions(
    ['sid', 'sid.sig'],
    ({ status }) => status === 200,
    withoutCredential,
  ),
  'cookie-outlives-token: With the cookie of an earlier list, a token that was once valid is accepted.': cookieSessions(
    ['sid'],
    ({ status }) => status === 200,
    isRetired,
  ),
  'old-kept-refused: On a kept HTTP/1.0 connection, a refused token right after a valid one is accepted as that one.': [
    admitting((token, ask) => (ask.world.callers.some((one) => one.token === token) ? undefined : senderOf(ask.earlier.at(-1), ask))),
    http10,
    wouldKeep,
  ],
}
