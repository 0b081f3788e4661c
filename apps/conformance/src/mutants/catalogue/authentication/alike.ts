/** Authentication: credentials that decoders and careless patterns take for good ones. */
import { anonymous } from '../../demonstration.ts'
import { admitting, spelled } from '../../faults/credentials.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('authentication')

export const alike: readonly Mutant[] = [
  given(
    'token-other-alphabet',
    'The two alphabets of base64 are the same to it.',
    anonymous('Authorization: Bearer plants+Q7vN2kX9rT4mWz8bLc3HdJ6sYp1Gf5UeA0'),
    admitting((token) => token.replaceAll('+', '-').replaceAll('/', '_')),
  ),
  completed(
    'token-with-its-name',
    'The word token= may stand before a token.',
    anonymous('Authorization: Bearer token={ana}'),
    spelled(/^bearer +token=(\S+)$/i),
  ),
  given(
    'scheme-six-letters',
    'Any scheme of six letters will do that begins as Bearer does.',
    anonymous('Authorization: Beaxer {ana}'),
    spelled(/^be\w{4} +(\S+)$/i),
  ),
  given(
    'scheme-dpop',
    'A token passes under the scheme DPoP.',
    anonymous('Authorization: DPoP {ana}'),
    spelled(/^dpop +(\S+)$/i),
  ),
]
