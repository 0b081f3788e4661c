/** Grammar of limit: signs, spaces and zeros around the digits. */
import { accepting, none, readingText } from '../../faults/limits.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { completed } = faultsOf('grammar of limit')

export const signs: readonly Mutant[] = [
  completed('plus', 'A plus before the digits is accepted.', accepting(/^\+\d{1,9}$/)),
  completed('plus-as-space', 'A plus that means a space is accepted.', accepting(/^ \d{1,9}$/)),
  completed(
    'minus-zero',
    'Zero with a minus is accepted.',
    accepting(/^-0$/, () => 0),
  ),
  completed('minus-as-none', 'A limit below zero means no limit.', accepting(/^-\d+$/, none)),
  completed(
    'minus-as-zero',
    'A limit below zero means zero.',
    accepting(/^-\d+$/, () => 0),
  ),
  completed(
    'minus-dropped',
    'A minus is passed over.',
    readingText((value) => value.replace(/^-(?=\d)/, '')),
  ),
  completed('minus-one-only', 'A limit of -1 means no limit.', accepting(/^-1$/, none)),
  completed('mathematical-minus', 'The mathematical minus sign is accepted.', accepting(/^\u2212\d+$/, none)),
  completed(
    'space-before',
    'A space before the digits is accepted.',
    readingText((value) => value.replace(/^ +/, '')),
  ),
  completed(
    'space-behind',
    'A space behind the digits is accepted.',
    readingText((value) => value.replace(/ +$/, '')),
  ),
  completed(
    'space-any',
    'Any white space around the digits is accepted.',
    readingText((value) => value.trim()),
  ),
  completed(
    'space-within',
    'A space between the digits is accepted.',
    readingText((value) => value.replaceAll(/(?<=\d) (?=\d)/g, '')),
  ),
  completed('line-feed-behind', 'A line feed behind the digits is accepted.', accepting(/^\d{1,9}\n$/)),
  completed(
    'zero-octet-behind',
    'What stands behind the octet zero is not seen.',
    readingText((value) => value.replace(/\0.*$/s, '')),
  ),
  completed(
    'invisible',
    'Invisible characters are passed over.',
    readingText((value) => value.replaceAll(/[\u200B\uFEFF]/g, '')),
  ),
  completed('leading-zero', 'Leading zeros are accepted.', accepting(/^0\d{1,9}$/)),
  completed('leading-zero-one', 'One leading zero is accepted.', accepting(/^0\d$/)),
  completed(
    'leading-zero-octal',
    'A leading zero means octal digits.',
    accepting(/^0[0-7]+$/, (value) => Number.parseInt(value, 8)),
  ),
  completed('zero-twice', 'Zero may be written twice.', accepting(/^00$/)),
]
