/** Grammar of limit: digits that are not decimal, not ours, or not alone. */
import { accepting, readingText } from '../../faults/limits.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('grammar of limit')

const integer = (text: string): number => Math.trunc(Number(text))

export const spellings: readonly Mutant[] = [
  completed('fraction-zero', 'A fraction of zero is accepted.', accepting(/^\d{1,9}\.0+$/)),
  given('fraction-any', 'Any fraction is accepted, and dropped.', accepting(/^\d{1,9}\.\d+$/, integer)),
  completed('point-behind', 'A point behind the digits is accepted.', accepting(/^\d{1,9}\.$/)),
  given('point-before', 'A point before the digits is accepted.', accepting(/^\.\d{1,9}$/, integer)),
  completed('exponent', 'An exponent is accepted.', accepting(/^\d+[eE]\d$/)),
  completed('exponent-capital', 'An exponent in capitals is accepted.', accepting(/^\d+E\d$/)),
  completed('hexadecimal', 'Hexadecimal digits are accepted.', accepting(/^0x[\da-f]{1,7}$/i)),
  given(
    'hexadecimal-bare',
    'Hexadecimal digits without a mark are accepted.',
    accepting(/^[\da-f]*[a-f][\da-f]*$/i, (value) => Number.parseInt(value, 16)),
  ),
  completed('octal', 'Octal digits are accepted.', accepting(/^0o[0-7]{1,9}$/i)),
  completed('binary', 'Binary digits are accepted.', accepting(/^0b[01]{1,30}$/i)),
  completed(
    'underscore',
    'Underscores between digits are accepted.',
    readingText((value) => value.replaceAll(/(?<=\d)_(?=\d)/g, '')),
  ),
  completed(
    'apostrophe',
    'Apostrophes between digits are accepted.',
    readingText((value) => value.replaceAll(/(?<=\d)'(?=\d)/g, '')),
  ),
  given(
    'comma',
    'Of numbers with a comma between the first counts.',
    readingText((value) => value.replace(/(?<=^\d+),.*$/, '')),
  ),
  completed(
    'digits-arabic',
    'Arabic digits are accepted.',
    accepting(/^[\u0660-\u0669]$/, (value) => (value.codePointAt(0) ?? 0) - 0x06_60),
  ),
  completed(
    'digits-wide',
    'Digits in full width are accepted.',
    readingText((value) => value.normalize('NFKC')),
  ),
  completed(
    'digits-any',
    'Decimal digits of any script are accepted.',
    accepting(/^(?=.*[^\d])\p{Nd}{1,9}$/u, () => 5),
  ),
  given(
    'letters-behind',
    'Letters behind the digits are passed over.',
    readingText((value) => value.replace(/(?<=^\d+)[a-z].*$/i, '')),
  ),
  given(
    'anything-behind',
    'Whatever stands behind the digits is passed over.',
    readingText((value) => value.replace(/(?<=^[1-9]\d*)\D.*$/s, '')),
  ),
  completed(
    'letter-n',
    'The mark of a big integer is accepted.',
    readingText((value) => value.replace(/(?<=^\d+)n$/, '')),
  ),
  given(
    'letters-before',
    'Letters before the digits are passed over.',
    readingText((value) => value.replace(/^[a-z]+(?=\d)/i, '')),
  ),
  given(
    'quoted',
    'Digits in quotes are accepted.',
    readingText((value) => value.replace(/^"(.*)"$/, '$1')),
  ),
  given(
    'bracketed',
    'Digits in brackets are accepted.',
    readingText((value) => value.replace(/^\[(.*)\]$/, '$1')),
  ),
  given(
    'encoded-twice',
    'Digits that are encoded twice are accepted.',
    readingText((value) => value.replaceAll(/%3(\d)/g, '$1')),
  ),
  given(
    'sum',
    'A sum is worked out.',
    accepting(/^\d\+\d$/, (value) => Number(value.charAt(0)) + Number(value.charAt(2))),
  ),
]
