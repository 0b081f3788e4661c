/** Spellings of numbers, right and wrong, ready for a query. */
import * as fc from 'fast-check'
import { anyCharacter, anyOf, byteUpTo, percentEncode, percentEncodeBytes } from './characters.ts'

const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: anyOf('0123456789'), minLength, maxLength })

const anyText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: anyCharacter, minLength, maxLength })

const number = fc.nat(9999).map(String)

/** Where the ten digits of other scripts begin. */
const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xe50, 0x17e0, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7f6]

const foreignDigits = fc
  .tuple(fc.constantFrom(...zeros), fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }))
  .map(([zero, values]) => values.map((value) => String.fromCodePoint(zero + value)).join(''))

const space = fc.constantFrom(' ', '\t', '\n', '\r', '\v', '\f', '\0', '\u00A0', '\u2003', '\u200B', '\uFEFF')

const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''))

/** As characters; most are not a right number. */
const spelling = fc.oneof(
  fc.bigInt(2_147_483_648n, 10n ** 40n).map(String),
  fc.bigInt(2_147_483_640n, 2_147_483_655n).map(String),
  fc.integer({ max: -1 }).map(String),
  joined(fc.constant('0'), digits(1, 12)),
  joined(fc.constantFrom('+', '-', '\u2212', '\uFF0B'), number),
  joined(space, number),
  joined(number, space),
  joined(number, anyOf(".,_':/"), digits(0, 4)),
  joined(number, fc.constantFrom('e', 'E', 'e+', 'e-'), number),
  joined(fc.constantFrom('0x', '0X', '0b', '0o', '&h', '#'), number),
  joined(number, anyText(1, 3)),
  foreignDigits,
  anyText(0, 12),
  fc.string({ unit: byteUpTo(127), maxLength: 12 }),
)

/** Spellings of every class and of none, with right ones among them. */
export const anySpelling: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.nat(2_147_483_647).map(String) },
  { weight: 14, arbitrary: spelling.map((text) => percentEncode(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8 }).map((bytes) => percentEncodeBytes(bytes)) },
  { weight: 1, arbitrary: number.map((text) => text.replaceAll(/\d/g, (digit) => `%3${digit}`)) },
)

/** A parameter that stands beside the known ones. */
export const anyParameter: fc.Arbitrary<string> = fc
  .tuple(anyText(1, 8), anyText(0, 8))
  .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)

/** A parameter with nearly this name, and a value that would be right. */
export const nearParameter = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(anyText(0, 2), anyText(0, 2), fc.nat(3))
    .filter(([before, behind]) => before !== '' || behind !== '')
    .map(([before, behind, value]) => `${percentEncode(`${before}${name}${behind}`)}=${value}`)
