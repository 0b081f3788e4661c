/** Grammar of limit: bounds that are elsewhere. */
import { accepting, refuseLimit, refusingLimit } from '../../faults/limits.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('grammar of limit')

/** Takes digits up to this one, and reads them so. */
const upTo = (greatest: bigint, read: (value: bigint) => number = Number): Change =>
  accepting(/^[1-9]\d{9,18}$/, (value) => (BigInt(value) <= greatest ? read(BigInt(value)) : refuseLimit()))

export const bounds: readonly Mutant[] = [
  completed('maximum-plus-one', 'One above the greatest limit is accepted.', upTo(2_147_483_648n)),
  given(
    'maximum-minus-one',
    'The greatest limit is refused.',
    refusingLimit((value) => value === 2_147_483_647),
  ),
  completed('maximum-unsigned', 'Limits of 32 bits without a sign are accepted.', upTo(4_294_967_295n)),
  completed(
    'maximum-wraps',
    'A limit above 32 bits comes round.',
    upTo(2n ** 62n, (value) => Number(BigInt.asUintN(32, value))),
  ),
  completed(
    'maximum-wraps-signed',
    'A limit above 31 bits becomes less than zero, and all is sent.',
    upTo(2n ** 62n, (value) => Number(BigInt.asIntN(32, value))),
  ),
  completed('maximum-safe', 'Limits up to 2^53 are accepted.', upTo(9_007_199_254_740_991n)),
  completed('maximum-64', 'Limits of 64 bits are accepted.', upTo(9_223_372_036_854_775_807n)),
  completed('maximum-none', 'A limit has no greatest value.', accepting(/^[1-9]\d{9,}$/)),
  completed('very-long', 'A thousand digits are accepted.', accepting(/^\d{100,}$/)),
  completed('very-long-zeros', 'A thousand zeros before a digit are accepted.', accepting(/^0{20,}\d$/)),
  completed(
    'zero-refused',
    'A limit of zero is refused.',
    refusingLimit((value) => value === 0),
  ),
  given(
    'one-refused',
    'A limit of one is refused.',
    refusingLimit((value) => value === 1),
  ),
  completed(
    'hidden-maximum',
    'Limits above 1000 are refused.',
    refusingLimit((value) => value > 1000),
  ),
  completed(
    'hidden-maximum-100',
    'Limits above 100 are refused.',
    refusingLimit((value) => value > 100),
  ),
  completed(
    'hidden-maximum-16-bits',
    'Limits above 16 bits are refused.',
    refusingLimit((value) => value > 65_535),
  ),
  completed(
    'hidden-maximum-million',
    'Limits above a million are refused.',
    refusingLimit((value) => value > 1_000_000),
  ),
  completed(
    'hidden-maximum-billion',
    'Limits of ten digits are refused.',
    refusingLimit((value) => value > 999_999_999),
  ),
  given(
    'two-digits-refused',
    'Limits of two digits are refused.',
    refusingLimit((value) => value > 9 && value < 100),
  ),
  given(
    'above-count-refused',
    'A limit above what there is is refused.',
    refusingLimit((value) => value > 29),
  ),
]
