/** The limit: every n around list lengths, its bounds, and everything that is not such a number. */
import { limits } from '../contract.ts'
import { percentEncodeBytes, words } from './characters.ts'
import { type Dimension, query, usual } from './draft.ts'
import type { Runner } from '../runner.ts'

/** Right values first, ordered by how useful they are beside values of other dimensions. */
export function numbers({ callers, knowledge }: Runner): Dimension {
  const counts = callers.map((_, index) => knowledge.listOf(index)?.plants.length ?? 0)
  const right = [...rightNumbers(counts).map(String), '%31', '1%30', '%32%30', ...wholeCodes]
  const wrong = [limits.least - 1, limits.most + 1, ...wrongSpellings]
  const parts = [
    ...right.map((text) => `limit=${text}`),
    ...codedNames.flatMap((coded) => [`${coded}=1`, `${coded}=%32`]),
    ...besideOthers,
    ...wrong.map((text) => `limit=${text}`),
    'limit',
    ...['1', '2', '2&…=3', ''].map((text) => `limit=1&limit=${text.replace('…', 'limit')}`),
    `limit=x&limit=1`,
    ...codedNames.map((coded) => `limit=1&x=1&${coded}=1`),
    ...[70, 900].map((count) => `limit=1&${'x&'.repeat(count)}limit=2`),
    `limit=1&`.repeat(900).slice(0, -1),
  ]
  return { name: 'limit', values: [usual, ...parts.map((part) => query(part))] }
}

/** The name with one letter or all letters percent-encoded, with hex digits in lower and in upper case. */
const codedNames = words(`
  %6cimit l%69mit li%6dit lim%69t limi%74 %6c%69%6d%69%74 %6Cimit li%6Dit %6C%69%6D%69%74`)

/** The parameter beside what other parsers take for the same parameter, or for the end of it, and beside empty parts. */
const besideOthers: readonly string[] = [
  ...['[]', '[0]', '.x', '%5B%5D'].flatMap((ending) => [
    `limit=2&limit${ending}=3`,
    `limit${ending}=3&limit=2`,
  ]),
  // The digits fall at the end of a read buffer.
  ...Array.from({ length: 26 }, (_, at) => `x=${'A'.repeat(1000 + at)}&limit=12`),
  ...['…&', '&…', '&&…&&', '=5&…', '…&=5'].map((text) => text.replace('…', `limit=1`)),
]

/** Numbers of every length, with each digit percent-encoded. */
const wholeCodes: readonly string[] = Array.from({ length: 10 }, (_, at) =>
  Array.from('2147483647'.slice(0, at + 1), (digit) => `%3${digit}`).join(''),
)

/** Short lists are tried with every number, long ones with those at both ends and those where services like to cap. */
function rightNumbers(counts: readonly number[]): readonly number[] {
  const { least, most } = limits
  const near = counts.flatMap((count) => [count, count - 1, count + 1, count + 2])
  const all = counts.flatMap((count) => Array.from({ length: count <= 150 ? count : 5 }, (_, value) => value))
  const isLong = counts.some((count) => count > many)
  const beyond = caps.flatMap((cap) => (isLong && cap >= many ? [] : [cap, cap + 1]))
  const some = [1, least, 2, 3, most, ...near, most - 1, least + 1, ...all, ...beyond, ...powers]
  return [...new Set(some)].filter((value) => value >= least && value <= most)
}

/** Longer lists take long to read, so a few of the numbers beyond must suffice. */
const many = 1000

const caps: readonly number[] = words(`
  10 16 20 24 25 30 32 36 40 48 50 60 64 72 75 80 96 99 100 120 127 128 144 150 160 180 192 200 240 250 255 256 300 360
  384 400 480 500 512 600 720 750 768 800 900 960 999 1000 1024 1500 5000 9999 10000 32767 65535 65536 100000 1000000
  16777216 100000000 1000000000`).map(Number)

/** Numbers at which a product wraps round to 0 in 32 bits. */
const powers: readonly number[] = Array.from({ length: 14 }, (_, index) => 2 ** (17 + index))

/** In addition to those that contracts/vectors/requests.yaml lists. */
const wrongSpellings: readonly string[] = [
  // Signs, then spaces, for which a plus stands, too.
  '-0 -1 -5 -2147483648 -2147483649 %2B5 %2B0 --5 %E2%88%925 %EF%BC%8B5',
  '+5 5+ %205 5%20 %20 1%200 %095 5%0A %0A5 5%0D%0A 5%0B 5%C2%A0 5%E2%80%83 5%E2%80%8B %EF%BB%BF5 5%00 %005 %00',
  // Zeros in front; fractions, some with more digits than a double; exponents; bases.
  '00 05 007 08 09 010 %305 0%38 0000000000000005 02147483647',
  '5.0 5. .5 1.5 0.0 5.00000000000000000001 0.99999999999999999999 1e3 1E3 5e0 1e-1 1e%2B1 1e400',
  '0x10 0X1F 0o17 0b11 0x_10 0b_11 0o_17 0x1p4 0x1.8p1 %26h10 %26H1F %26o17 $10 %2310 10h',
  // Marks and words.
  "1_000 1'000 1,000 1.000 1,5 5n 5f 5L 5%25 %235 %225%22 %275%27 5a a5 5; 5%26 5/ 5? =5 1-3 2%2B3 5%CC%81",
  'a abc five all null undefined true false NaN Infinity -Infinity %E2%88%9E * [] {} [5] (5) {5} %3C5%3E |5|',
  // Digits of other scripts; the limits of 32 bits, doubles and 64 bits.
  '%D9%A5 %DB%B5 %E0%A5%AB %EF%BC%95 %F0%9D%9F%93 %C2%B2 %E2%85%A4 1%D9%A5 %E4%BA%94',
  '%32147483648 21474%3836%3438 2147483648 2147483649 4294967295 4294967296 4294967299 9999999999 9007199254740993',
  '9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616',
  // Broken codes, and others that some languages decode.
  '%zz %3 3% %2533 %C0%B5 %FF %ED%A0%80 5%FF %u0033 %U0033 %5Cu0033 %5Cx33 %26%2351; %26%23x33;',
]
  .flatMap((line) => line.split(' '))
  .concat(
    // Every ASCII character but the digits, before and after a digit: each parser skips different ones.
    Array.from({ length: 128 }, (_, byte) => byte)
      .filter((byte) => !/\d/.test(String.fromCodePoint(byte)))
      .map((byte) => percentEncodeBytes([byte]))
      .flatMap((code) => [`${code}5`, `5${code}`]),
    '9'.repeat(100),
    '9'.repeat(1000),
    // A message that repeats this value is cut somewhere.
    '%D0%9F'.repeat(300),
    `${'0'.repeat(1000)}3`,
    '',
  )
