/** Authentication: how a credential is spelled. */
import { Refusal } from '../../ask.ts'
import { anonymous } from '../../demonstration.ts'
import { anas, credential, readingToken, spelled } from '../../faults/credentials.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('authentication')

export const schemes: readonly Mutant[] = [
  given(
    'any-header',
    'Any Authorization header will do.',
    anonymous('Authorization: x'),
    readingToken((ask) => (credential(ask) === undefined ? undefined : anas(ask))),
  ),
  given(
    'any-scheme',
    'A token passes under any scheme.',
    anonymous('Authorization: Basic {ana}'),
    spelled(/^\S+ +(\S+)$/),
  ),
  given(
    'scheme-token',
    'A token passes under the scheme Token.',
    anonymous('Authorization: Token {ana}'),
    spelled(/^token +(\S+)$/i),
  ),
  given(
    'scheme-like',
    'A scheme that begins like Bearer will do.',
    anonymous('Authorization: Bearer2 {ana}'),
    spelled(/^bearer\S* +(\S+)$/i),
  ),
  given('scheme-missing', 'The token alone will do.', anonymous('Authorization: {ana}'), spelled(/^(\S+)$/)),
  completed(
    'scheme-joined',
    'No space is needed behind Bearer.',
    anonymous('Authorization: Bearer{ana}'),
    spelled(/^bearer(\S+)$/i),
  ),
  completed(
    'scheme-tab',
    'A tab will do behind Bearer.',
    anonymous('Authorization: Bearer\t{ana}'),
    spelled(/^bearer\s+(\S+)$/i),
  ),
  completed(
    'scheme-colon',
    'A colon may stand behind Bearer.',
    anonymous('Authorization: Bearer: {ana}'),
    spelled(/^bearer: +(\S+)$/i),
  ),
  completed(
    'scheme-capital',
    'Only Bearer with a capital is known.',
    anonymous('Authorization: bearer {ana}'),
    requiring(/^Bearer /),
  ),
  completed(
    'scheme-small',
    'Bearer all in capitals is not known.',
    anonymous('Authorization: BEARER {ana}'),
    requiring(/^[Bb]earer /),
  ),
  completed(
    'scheme-one-space',
    'Two spaces before the token are refused.',
    anonymous('Authorization: Bearer  {ana}'),
    requiring(/^\S+ \S+$/),
  ),
]

/** Refuses credentials that don't fit. */
function requiring(spelling: RegExp): Change {
  return ({ readToken }) => ({
    readToken: (ask) => {
      const token = readToken(ask)
      if (!spelling.test(credential(ask) ?? '')) {
        throw new Refusal('refusedToken')
      }
      return token
    },
  })
}
