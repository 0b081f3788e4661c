/** Class 5, continued: how credentials are refused, and what one request leaves behind for the next. */
import { errors } from '../faults/bodies.ts'
import { credential, credentials, elsewhere, isRetired, open, refusingTokens } from '../faults/credentials.ts'
import { asStatus, lacking, replyingTo } from '../faults/replies.ts'
import { inOrder, refusingAt } from '../faults/routes.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { field, is401, request, sometimeBehind, together } from '../triggers.ts'

/** Refused with another status, and without a challenge. */
const unchallenged = (code: number): Change => both(lacking('WWW-Authenticate'), asStatus(code))

/** All requests come from one address: the one before counts. */
function addressRemembered({ readToken }: Parameters<Change>[0]): ReturnType<Change> {
  let last: string | undefined
  return {
    readToken: (ask) => {
      const isGiven = credential(ask) !== undefined
      const token = isGiven ? readToken(ask) : (last ?? readToken(ask))
      last = isGiven ? token : undefined
      return token
    },
  }
}

export const given: Faults = {
  'address-remembered: Behind a good token the same address needs none for the next request.': addressRemembered,
  'token-of-neighbour: A request without a token that comes while others are under way is taken for one of theirs.': [open, together(5)],
}

export const completed: Faults = {
  'missing-403: Without a token comes 403.': [unchallenged(403), is401, request(() => true)],
  'refused-403: A refused token gets 403.': [unchallenged(403), is401, field('authorization')],
  'retired-403: An expired token gets 403.': [unchallenged(403), is401, request(isRetired)],
  'malformed-400: A malformed credential gets 400.': [unchallenged(400), is401, field('authorization', /^(?!bearer +\S+$)/i)],
  'other-scheme-400: Another scheme gets 400.': [unchallenged(400), is401, field('authorization', /^basic/i)],
  'two-lines-401: Two Authorization lines get 401.': [refusingAt('checkPlace', 'refusedToken'), request((ask) => credentials(ask).length > 1)],
  'body-401-text: The body of a 401 is not an Error.': [errors(() => 'Unauthorized'), is401],
  'body-401-list: The body of a 401 is an empty list.': [errors(() => []), is401],
  'limit-before-token: A wrong limit is refused before the token is looked at.': inOrder('path', 'method', 'limit', 'place', 'credential'),
  'token-before-path: Without a token no path is looked at.': inOrder('place', 'credential', 'path', 'method', 'limit'),
  'token-before-method: Without a token no method is looked at.': inOrder('path', 'place', 'credential', 'method', 'limit'),
  'method-before-path: A wrong method is refused before the path is looked at.': inOrder('method', 'path', 'place', 'credential', 'limit'),
  'session-cookie: An answer sets a cookie that stands for the token later.': [
    replyingTo((reply, { caller }) => (caller === undefined ? reply : withField(reply, 'Set-Cookie', `session=${caller.name}; HttpOnly`))),
    elsewhere(({ headers, world }) => {
      const name = /session=(\w+)/.exec(headers.cookie ?? '')?.[1]
      return world.callers.find((caller) => caller.name === name)?.token
    }),
  ],
  'refused-then-locked: Behind a refused token on the same connection a good one is refused.': [
    refusingTokens,
    sometimeBehind(({ status, headers }) => status === 401 && headers.authorization !== undefined),
  ],
  'token-of-header-before: A second line that continues the token is read with it.': [refusingTokens, field('x-authorization')],
}
