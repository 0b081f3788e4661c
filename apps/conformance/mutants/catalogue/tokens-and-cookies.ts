/** Authentication: tokens of an old kind, tokens that were once valid, and what is later accepted in place of a token. */
import { randomUUID } from 'node:crypto'
import type { Field } from '../../src/exchange.ts'
import {
  admitting,
  admittingLike,
  admittingRetired,
  credential,
  elsewhere,
  formerOwner,
  isRetired,
  requiring,
  senderOf,
  tokenIn,
} from '../faults/credentials.ts'
import { replyingTo, sendingAs } from '../faults/replies.ts'
import { type Change, type Faults, inWorld } from '../mutant.ts'
import type { Ask, Reply } from '../server/ask.ts'
import { crowdOf, type World } from '../server/world.ts'
import { inARow } from '../triggers-between.ts'
import { about, field, http10, is401, request, wouldKeep } from '../triggers.ts'

/** The last four callers, who joined first, have tokens of an old kind. */
const ten = crowdOf(10, 1, 2)
const twoKinds: World = {
  ...ten,
  callers: ten.callers.map(({ name, token }, at) => ({ name, token: at < 6 ? token : `old-${at}kQ7vN2xR9tWz` })),
}

/** Each of the last six callers has an older token that is no longer valid. */
const twelve = crowdOf(12, 2, 3)
const renewed: World = {
  ...twelve,
  refused: twelve.callers.slice(6).map(({ name }, at) => ({ token: `gone-${at}Jw7VbKtRm1XgNyLcHs`, formerly: name, why: 'expired' })),
}

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

const reasonOf = (ask: Ask): string => ask.world.refused.find(({ token }) => token === tokenIn(credential(ask)))?.why ?? 'unknown'

export const completed: Faults = {
  ...inWorld(twoKinds, {
    'old-tokens-in-any-case: Tokens of the old kind are compared without regard to case.': admittingLike(
      (token, own) => own.startsWith('old-') && token.toLowerCase() === own.toLowerCase(),
    ),
    'old-tokens-by-end: A token of the old kind is accepted with other characters before it.': admittingLike(
      (token, own) => own.startsWith('old-') && token.endsWith(own),
    ),
    'old-tokens-one-space: A token of the old kind is refused after two spaces.': [
      requiring(/^bearer \S/i),
      field('authorization', /^bearer +old-/i),
    ],
  }),
  'retired-with-two-spaces: A token that was once valid is accepted after two spaces.': [admittingRetired(), field('authorization', /^bearer {2}/i)],
  'retired-behind-owner: A token that was once valid is accepted right after a list for its owner on the same connection.': [
    admitting((token, ask) => {
      const owner = formerOwner(token, ask)?.name
      return ask.earlier.at(-1)?.status === 200 && owner === senderOf(ask.earlier.at(-1), ask) ? owner : undefined
    }),
    renewed,
  ],
  'two-cookies: Two cookies of an answer, a session and its signature, are later accepted together in place of the token.': cookieSessions(
    ['sid', 'sid.sig'],
    ({ status }) => status === 200,
    withoutCredential,
  ),
  'cookie-of-304: A cookie that a 304 sets is later accepted in place of the token.': cookieSessions(
    ['sid'],
    ({ status }) => status === 304,
    withoutCredential,
  ),
  'cookie-outlives-token: With the cookie of an earlier list, a token that was once valid is accepted.': cookieSessions(
    ['sid'],
    ({ status }) => status === 200,
    isRetired,
  ),
  'reason-in-timing: Server-Timing says why a token was refused.': [
    sendingAs('Server-Timing', (_own, ask) => `auth;desc="${reasonOf(ask)}"`),
    is401,
    field('authorization'),
  ],
  'reason-in-first-line: The status line says that a token was once valid.': [
    replyingTo((reply, { response }) => {
      response.statusMessage = 'Token Expired Or Revoked'
      return reply
    }),
    is401,
    request(isRetired),
  ],
  'untold-after-15: After fifteen lists of one caller in a row, a connection needs no token for the next.': [
    elsewhere(({ earlier }) => tokenIn(earlier.at(-1)?.headers.authorization)),
    about('history', ({ earlier }) =>
      inARow(earlier, 15, ({ status, headers }) => status === 200 && headers.authorization === earlier.at(-1)?.headers.authorization),
    ),
  ],
  'old-kept-refused: On a kept HTTP/1.0 connection, a refused token right after a valid one is accepted as that one.': [
    admitting((token, ask) => (ask.world.callers.some((one) => one.token === token) ? undefined : senderOf(ask.earlier.at(-1), ask))),
    http10,
    wouldKeep,
  ],
}
