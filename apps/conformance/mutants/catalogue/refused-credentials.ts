/** Authentication: how credentials are refused, and what one request leaves behind for the next. */
import { errors, messageWith, prefers } from '../faults/bodies.ts'
import { asked, tagged } from '../faults/conditions.ts'
import { admitting, credential, credentials, elsewhere, formerOwner, isRetired, open, refusingTokens } from '../faults/credentials.ts'
import { asStatus, lacking, refusing, replyingTo } from '../faults/replies.ts'
import { inOrder, refusingAt } from '../faults/routes.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import { type Ask, Refusal, withField } from '../server/ask.ts'
import { before } from '../triggers-between.ts'
import { about, field, is401, request, sometimeBehind, together, withoutField } from '../triggers.ts'

/** Refuses with another status, and without a challenge. */
const unchallenged = (code: number): Change => both(lacking('WWW-Authenticate'), asStatus(code))

/** All requests come from one address, so the token of the request before it counts. */
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

/** Lets a tag that the token's former owner was sent at the address get 304, without a check that the token is still valid. */
const unmodifiedForRetired: Change = (reference) => {
  const told = new Set<string>()
  return both(
    admitting((token, ask) => {
      const owner = formerOwner(token, ask)?.name
      return told.has(`${owner} ${ask.url} ${asked(ask)}`) ? owner : undefined
    }),
    tagged((own, ask) => {
      told.add(`${ask.caller?.name} ${ask.url} ${own}`)
      return own
    }),
  )(reference)
}

/** Whether at least three tokens from the same X-Forwarded-For were refused within the last second. */
const isLockedOut = (ask: Ask): boolean => {
  const from = ask.headers['x-forwarded-for']
  const refused = before(ask).filter(
    ({ status, headers, atMs }) =>
      status === 401 && headers.authorization !== undefined && headers['x-forwarded-for'] === from && ask.ageMs - atMs < 1000,
  )
  return from !== undefined && refused.length >= 3
}

const inGerman: Change = messageWith(40_102, (message, ask) => {
  if (!prefers(ask, 'de')) return message
  return isRetired(ask) ? 'Das Token ist nicht mehr gültig.' : 'Das Token wurde nicht angenommen.'
})

export const given: Faults = {
  'address-remembered: After a valid token, the next request from the same address needs none.': addressRemembered,
  'token-of-neighbour: A request without a token that comes while others are under way is taken for one of theirs.': [open, together(5)],
}

export const completed: Faults = {
  'missing-403: A request without a token gets 403.': [unchallenged(403), is401, withoutField('authorization')],
  'refused-403: A refused token gets 403.': [unchallenged(403), is401, field('authorization')],
  'retired-403: An expired token gets 403.': [unchallenged(403), is401, request(isRetired)],
  'malformed-400: A malformed credential gets 400.': [unchallenged(400), is401, field('authorization', /^(?!bearer +\S+$)/i)],
  'other-scheme-400: A Basic credential gets 400.': [unchallenged(400), is401, field('authorization', /^basic/i)],
  'two-lines-401: Two Authorization lines get 401.': [refusingAt('checkPlace', 'refusedToken'), request((ask) => credentials(ask).length > 1)],
  'body-401-text: The body of a 401 is text, not an Error.': [errors(() => 'Unauthorized'), is401],
  'body-401-list: The body of a 401 is an empty list.': [errors(() => []), is401],
  'limit-before-token: The limit is checked before the token.': inOrder('path', 'method', 'limit', 'place', 'credential'),
  'token-before-path: The token is checked before the path.': inOrder('place', 'credential', 'path', 'method', 'limit'),
  'token-before-method: The token is checked before the method.': inOrder('path', 'place', 'credential', 'method', 'limit'),
  'method-before-path: The method is checked before the path.': inOrder('method', 'path', 'place', 'credential', 'limit'),
  'session-cookie: An answer sets a cookie that is later accepted in place of the token.': [
    replyingTo((reply, { caller }) => (caller === undefined ? reply : withField(reply, 'Set-Cookie', `session=${caller.name}; HttpOnly`))),
    elsewhere(({ headers, world }) => {
      const name = /session=(\w+)/.exec(headers.cookie ?? '')?.[1]
      return world.callers.find((caller) => caller.name === name)?.token
    }),
  ],
  'refused-then-locked: After a refused token, valid tokens on the same connection are refused.': [
    refusingTokens,
    sometimeBehind(({ status, headers }) => status === 401 && headers.authorization !== undefined),
  ],
  'token-of-header-before: A valid token beside X-Authorization is refused.': [refusingTokens, field('x-authorization')],
  "expired-gets-304: A token that is no longer valid gets 304 for the ETag of its former owner's list.": tagBeforeExpiry,
  'unmodified-for-retired: A token that is no longer valid gets 304 for an ETag that its former owner was sent at that address.':
    unmodifiedForRetired,
  'proxy-locked-out: After three refused tokens within a second from one X-Forwarded-For, a valid token from there is refused.': [
    refusingTokens,
    about('history', isLockedOut),
  ],
  'unchallenged-script: A 401 for the token of a script in a web page (X-Requested-With) has no challenge.': [
    lacking('WWW-Authenticate'),
    is401,
    field('x-requested-with'),
    field('authorization'),
  ],
  'reason-in-german: In German, the message for a token that was once valid differs from that for an unknown token.': inGerman,
  'audit-of-agent: A token that was once valid gets 500 if User-Agent has more than 255 octets.': [
    refusing(500),
    lacking('WWW-Authenticate'),
    is401,
    request(isRetired),
    field('user-agent', /^.{256}/s),
  ],
}
