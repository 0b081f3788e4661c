/** Authentication: how a credential is spelled. */
import { Refusal } from '../../ask.ts'
import { anas, credential, readingToken, spelled } from '../../faults/credentials.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('authentication')

export const schemes: readonly Mutant[] = [
  given(
    'any-header',
    'Any Authorization header will do.',
    readingToken((ask) => (credential(ask) === undefined ? undefined : anas(ask))),
  ),
  given('any-scheme', 'A token passes under any scheme.', spelled(/^\S+ +(\S+)$/)),
  given('scheme-token', 'A token passes under the scheme Token.', spelled(/^token +(\S+)$/i)),
  given('scheme-like', 'A scheme that begins like Bearer will do.', spelled(/^bearer\S* +(\S+)$/i)),
  given('scheme-missing', 'The token alone will do.', spelled(/^(\S+)$/)),
  completed('scheme-joined', 'No space is needed behind Bearer.', spelled(/^bearer(\S+)$/i)),
  completed('scheme-tab', 'A tab will do behind Bearer.', spelled(/^bearer\s+(\S+)$/i)),
  completed('scheme-colon', 'A colon may stand behind Bearer.', spelled(/^bearer: +(\S+)$/i)),
  completed('scheme-capital', 'Only Bearer with a capital is known.', requiring(/^Bearer /)),
  completed('scheme-small', 'Bearer all in capitals is not known.', requiring(/^[Bb]earer /)),
  completed('scheme-one-space', 'Two spaces before the token are refused.', requiring(/^\S+ \S+$/)),
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
