/** Authentication: credentials that decoders and careless patterns take for good ones. */
import { admitting, spelled } from '../../faults/credentials.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('authentication')

export const alike: readonly Mutant[] = [
  given(
    'token-other-alphabet',
    'The two alphabets of base64 are the same to it.',
    admitting((token) => token.replaceAll('+', '-').replaceAll('/', '_')),
  ),
  completed(
    'token-with-its-name',
    'The word token= may stand before a token.',
    spelled(/^bearer +token=(\S+)$/i),
  ),
  given(
    'scheme-six-letters',
    'Any scheme of six letters will do that begins as Bearer does.',
    spelled(/^be\w{4} +(\S+)$/i),
  ),
  given('scheme-dpop', 'A token passes under the scheme DPoP.', spelled(/^dpop +(\S+)$/i)),
]
