/** Class 5, continued: how credentials are refused, and what one request leaves behind for the next. */
import { errors, errorWith } from '../faults/bodies.ts'
import { asked, tagged } from '../faults/conditions.ts'
import { admitting, credential, credentials, elsewhere, formerOwner, isRetired, open, refusingTokens } from '../faults/credentials.ts'
import { asStatus, lacking, refusing, replyingTo } from '../faults/replies.ts'
import { inOrder, refusingAt } from '../faults/routes.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import { type Ask, Refusal, withField } from '../server/ask.ts'
import { before } from '../triggers-between.ts'
import { about, field, is401, request, sometimeBehind, together } from '../triggers.ts'

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

const isLate = (ask: Ask): boolean => isRetired(ask) && asked(ask).includes('"')

/** A known tag is looked for before it is seen that a token is not good any more. */
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

/** A tag that somebody was told is answered at its address before it is looked whether the token is still good. */
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

/** Three refused tokens within a second through one proxy. */
const isLockedOut = (ask: Ask): boolean => {
  const from = ask.headers['x-forwarded-for']
  const refused = before(ask).filter(
    ({ status, headers, atMs }) =>
      status === 401 && headers.authorization !== undefined && headers['x-forwarded-for'] === from && ask.ageMs - atMs < 1000,
  )
  return from !== undefined && refused.length >= 3
}

const isGerman = (ask: Ask | undefined): ask is Ask => /^de\b/.test(ask?.headers['accept-language'] ?? '')

const inGerman: Change = errorWith(({ error, message }, ask) => {
  if (error !== 40_102 || !isGerman(ask)) return { message }
  return { message: isRetired(ask) ? 'Das Token ist nicht mehr gültig.' : 'Das Token wurde nicht angenommen.' }
})

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
  "expired-gets-304: A token that was good once gets 304 with the tag of its owner's list.": tagBeforeExpiry,
  'unmodified-for-retired: A token that was good once gets 304 where it names a tag that its owner was told at that address.': unmodifiedForRetired,
  'proxy-locked-out: Behind three refused tokens within a second from one X-Forwarded-For, a good one from there is refused.': [
    refusingTokens,
    about('history', isLockedOut),
  ],
  'unchallenged-script: A token that is refused to a script of a page (X-Requested-With) comes without a challenge.': [
    lacking('WWW-Authenticate'),
    is401,
    field('x-requested-with'),
    field('authorization'),
  ],
  'reason-in-german: In German, another message says that a token was good once.': inGerman,
  'audit-of-agent: A token that was good once gets 500 from a program whose name has more than 255 octets.': [
    refusing(500),
    lacking('WWW-Authenticate'),
    is401,
    request(isRetired),
    field('user-agent', /^.{256}/s),
  ],
}
