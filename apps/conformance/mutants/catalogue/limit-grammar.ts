/** Class 7: the grammar of limit. */
import { accepting, none, readingText, refusingLimit, upTo, without } from '../faults/limits.ts'
import { faultsOf } from '../mutant.ts'
import { queries } from './queries.ts'

const signs = faultsOf('grammar of limit', {
  completed: {
    plus: ['A plus before the digits is accepted.', accepting(/^\+\d{1,9}$/)],
    'plus-as-space': ['A plus that means a space is accepted.', accepting(/^ \d{1,9}$/)],
    'minus-zero': ['Zero with a minus is accepted.', accepting(/^-0$/, () => 0)],
    'minus-as-none': ['A limit below zero means no limit.', accepting(/^-\d+$/, none)],
    'minus-as-zero': ['A limit below zero means zero.', accepting(/^-\d+$/, () => 0)],
    'minus-dropped': ['A minus is passed over.', without(/^-(?=\d)/)],
    'minus-one-only': ['A limit of -1 means no limit.', accepting(/^-1$/, none)],
    'mathematical-minus': ['The mathematical minus sign is accepted.', accepting(/^\u2212\d+$/, none)],
    'space-before': ['A space before the digits is accepted.', without(/^ +/)],
    'space-behind': ['A space behind the digits is accepted.', without(/ +$/)],
    'space-any': ['Any white space around the digits is accepted.', readingText((text) => text.trim())],
    'space-within': ['A space between the digits is accepted.', without(/(?<=\d) (?=\d)/g)],
    'line-feed-behind': ['A line feed behind the digits is accepted.', accepting(/^\d{1,9}\n$/)],
    'zero-octet-behind': ['What stands behind the octet zero is not seen.', without(/\0.*$/s)],
    invisible: ['Invisible characters are passed over.', without(/[\u200B\uFEFF]/g)],
    'leading-zero': ['Leading zeros are accepted.', accepting(/^0\d{1,9}$/)],
    'leading-zero-one': ['One leading zero is accepted.', accepting(/^0\d$/)],
    'leading-zero-octal': ['A leading zero means octal digits.', accepting(/^0[0-7]+$/, (text) => Number.parseInt(text, 8))],
    'zero-twice': ['Zero may be written twice.', accepting(/^00$/)],
  },
})

const integer = (text: string): number => Math.trunc(Number(text))

const spellings = faultsOf('grammar of limit', {
  given: {
    'fraction-any': ['Any fraction is accepted, and dropped.', accepting(/^\d{1,9}\.\d+$/, integer)],
    'point-before': ['A point before the digits is accepted.', accepting(/^\.\d{1,9}$/, integer)],
    'hexadecimal-bare': [
      'Hexadecimal digits without a mark are accepted.',
      accepting(/^[\da-f]*[a-f][\da-f]*$/i, (text) => Number.parseInt(text, 16)),
    ],
    comma: ['Of numbers with a comma between the first counts.', without(/(?<=^\d+),.*$/)],
    'letters-behind': ['Letters behind the digits are passed over.', without(/(?<=^\d+)[a-z].*$/i)],
    'anything-behind': ['Whatever stands behind the digits is passed over.', without(/(?<=^[1-9]\d*)\D.*$/s)],
    'letters-before': ['Letters before the digits are passed over.', without(/^[a-z]+(?=\d)/i)],
    quoted: ['Digits in quotes are accepted.', readingText((text) => text.replace(/^"(.*)"$/, '$1'))],
    bracketed: ['Digits in brackets are accepted.', readingText((text) => text.replace(/^\[(.*)\]$/, '$1'))],
    'encoded-twice': ['Digits that are encoded twice are accepted.', without(/%3(?=\d)/g)],
    sum: ['A sum is worked out.', accepting(/^\d\+\d$/, (text) => Number(text.charAt(0)) + Number(text.charAt(2)))],
  },
  completed: {
    'fraction-zero': ['A fraction of zero is accepted.', accepting(/^\d{1,9}\.0+$/)],
    'point-behind': ['A point behind the digits is accepted.', accepting(/^\d{1,9}\.$/)],
    exponent: ['An exponent is accepted.', accepting(/^\d+[eE]\d$/)],
    'exponent-capital': ['An exponent in capitals is accepted.', accepting(/^\d+E\d$/)],
    hexadecimal: ['Hexadecimal digits are accepted.', accepting(/^0x[\da-f]{1,7}$/i)],
    octal: ['Octal digits are accepted.', accepting(/^0o[0-7]{1,9}$/i)],
    binary: ['Binary digits are accepted.', accepting(/^0b[01]{1,30}$/i)],
    underscore: ['Underscores between digits are accepted.', without(/(?<=\d)_(?=\d)/g)],
    apostrophe: ['Apostrophes between digits are accepted.', without(/(?<=\d)'(?=\d)/g)],
    'digits-arabic': ['Arabic digits are accepted.', accepting(/^[\u0660-\u0669]$/, (text) => (text.codePointAt(0) ?? 0) - 0x06_60)],
    'digits-wide': ['Digits in full width are accepted.', readingText((text) => text.normalize('NFKC'))],
    'digits-any': ['Decimal digits of any script are accepted.', accepting(/^(?=.*[^\d])\p{Nd}{1,9}$/u, () => 5)],
    'letter-n': ['The mark of a big integer is accepted.', without(/(?<=^\d+)n$/)],
    'code-of-four-digits': ['A percent code may have a u and four digits, as the old JavaScript has it.', without(/^%u003(?=\d$)/i)],
    'comma-behind': ['A comma behind the digits is passed over.', without(/(?<=^\d{1,9}),$/)],
  },
})

const words = faultsOf('grammar of limit', {
  given: {
    'word-null': ['The word null means no limit.', accepting(/^null$/, none)],
    'word-undefined': ['The word undefined means no limit.', accepting(/^undefined$/, none)],
    'word-all': ['The word all means no limit.', accepting(/^(?:all|\*)$/, none)],
    'word-true': ['The word true means one.', accepting(/^true$/, () => 1)],
    'word-not-a-number': ['The word NaN means no limit.', accepting(/^NaN$/, none)],
    'word-infinity': ['The word Infinity means no limit.', accepting(/^Infinity$/)],
    'any-word': ['What is no number at all means no limit.', accepting(/^[a-z]+$/i, none)],
  },
  completed: {
    'empty-as-none': ['An empty limit means no limit.', accepting(/^$/, none)],
    'empty-as-zero': ['An empty limit means zero.', accepting(/^$/, () => 0)],
    'space-as-zero': ['A limit of space alone means zero.', accepting(/^\s+$/, () => 0)],
  },
})

const bounds = faultsOf('grammar of limit', {
  given: {
    'maximum-minus-one': ['The greatest limit is refused.', refusingLimit((n) => n === 2_147_483_647)],
    'one-refused': ['A limit of one is refused.', refusingLimit((n) => n === 1)],
    'two-digits-refused': ['Limits of two digits are refused.', refusingLimit((n) => n > 9 && n < 100)],
    'above-count-refused': ['A limit above what there is is refused.', refusingLimit((n) => n > 29)],
  },
  completed: {
    'maximum-plus-one': ['One above the greatest limit is accepted.', upTo(2_147_483_648n)],
    'maximum-unsigned': ['Limits of 32 bits without a sign are accepted.', upTo(4_294_967_295n)],
    'maximum-wraps': ['A limit above 32 bits comes round.', upTo(2n ** 62n, (value) => Number(BigInt.asUintN(32, value)))],
    'maximum-wraps-signed': [
      'A limit above 31 bits becomes less than zero, and all is sent.',
      upTo(2n ** 62n, (value) => Number(BigInt.asIntN(32, value))),
    ],
    'maximum-safe': ['Limits up to 2^53 are accepted.', upTo(9_007_199_254_740_991n)],
    'maximum-64': ['Limits of 64 bits are accepted.', upTo(9_223_372_036_854_775_807n)],
    'maximum-none': ['A limit has no greatest value.', accepting(/^[1-9]\d{9,}$/)],
    'very-long': ['A thousand digits are accepted.', accepting(/^\d{100,}$/)],
    'very-long-zeros': ['A thousand zeros before a digit are accepted.', accepting(/^0{20,}\d$/)],
    'zero-refused': ['A limit of zero is refused.', refusingLimit((n) => n === 0)],
    'hidden-maximum': ['Limits above 1000 are refused.', refusingLimit((n) => n > 1000)],
    'hidden-maximum-100': ['Limits above 100 are refused.', refusingLimit((n) => n > 100)],
    'hidden-maximum-16-bits': ['Limits above 16 bits are refused.', refusingLimit((n) => n > 65_535)],
    'hidden-maximum-million': ['Limits above a million are refused.', refusingLimit((n) => n > 1_000_000)],
    'hidden-maximum-billion': ['Limits of ten digits are refused.', refusingLimit((n) => n > 999_999_999)],
  },
})

export const limitGrammar = [...signs, ...spellings, ...words, ...bounds, ...queries]
