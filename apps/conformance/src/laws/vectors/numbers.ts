/** Spellings of numbers that must be refused, by what is wrong with them; ready to stand in a query. */
import { percentEncodeOctets } from '../generate/percent.ts'

const classes = {
  signs: '-0 -1 -5 -2147483648 -2147483649 %2B5 %2B0 --5 %E2%88%925 %EF%BC%8B5',
  // A plus is one.
  spaces:
    '+5 5+ %205 5%20 %20 1%200 %095 5%0A %0A5 5%0D%0A 5%0B 5%C2%A0 5%E2%80%83 5%E2%80%8B %EF%BB%BF5 5%00 %005 %00',
  leadingZeros: '00 05 007 0000000000000005 02147483647',
  fractions: '5.0 5. .5 1.5 0.0',
  exponents: '1e3 1E3 5e0 1e-1 1e%2B1 1e400',
  bases: '0x10 0X1F 0o17 0b11',
  marks:
    "1_000 1'000 1,000 1.000 1,5 5n 5f 5L 5%25 %235 %225%22 %275%27 5a a5 5; 5%26 5/ 5? =5 1-3 2%2B3 5%CC%81",
  words: 'a abc five all null undefined true false NaN Infinity -Infinity %E2%88%9E * [] {} [5]',
  otherDigits: '%D9%A5 %DB%B5 %E0%A5%AB %EF%BC%95 %F0%9D%9F%93 %C2%B2 %E2%85%A4 1%D9%A5 %E4%BA%94',
  // Where 32 bits, doubles and 64 bits end.
  aboveBits:
    '2147483648 2147483649 4294967295 4294967296 4294967299 9999999999 9007199254740993 9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616',
  brokenCodes: '%zz %3 3% %2533 %C0%B5 %FF %ED%A0%80 5%FF',
  // What other languages decode besides.
  otherCodes: '%u0033 %U0033 %5Cu0033 %5Cx33 %26%2351; %26%23x33;',
} as const

/** Every character of ASCII but the digits, before a digit and behind one: each parser passes over others. */
const besideADigit: readonly string[] = Array.from({ length: 128 }, (_, octet) => octet)
  .filter((octet) => !/\d/.test(String.fromCodePoint(octet)))
  .map((octet) => percentEncodeOctets([octet]))
  .flatMap((code) => [`${code}5`, `5${code}`])

/** Beside those that contracts/vectors/requests.yaml lists. */
export const wrongSpellings: readonly string[] = [
  ...Object.values(classes).flatMap((spellings) => spellings.split(' ')),
  ...besideADigit,
  '9'.repeat(100),
  '9'.repeat(1000),
  `${'0'.repeat(1000)}3`,
  '',
]

/** Parameters whose names are others. */
export const otherNames: readonly string[] =
  `LIMIT=1 Limit=x limit[]=1 limit[0]=1 limits=1 limi=1 limit%20=1 +limit=1 limit%00=1 %C5%80imit=1 offset=1 page=2
  per_page=1 sort=name order=desc fields=name filter=x q=x user=ben user_id=2 callback=x _=1 =5 & && other other=%zz
  __proto__=1&constructor=1 max=1 count=1 first=1 amp;limit=1 x=1&amp;limit=1 x=1;limit=1 x=1%26limit=1 x=1,limit=1
  x=1|limit=1 x?limit=1 x[limit]=1 x.limit=1 limit.x=1 limit:int=1 limit%3D1 limit%5B%5D=1 %22limit%22=1 limit%09=1`.split(
    /\s+/,
  )
