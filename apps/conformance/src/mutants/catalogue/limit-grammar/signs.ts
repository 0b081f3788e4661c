/** Grammar of limit: signs, spaces and zeros around the digits. */
import { accepting, limited, none, readingText } from '../../faults/limits.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { completed } = faultsOf('grammar of limit')

export const signs: readonly Mutant[] = [
  completed('plus', 'A plus before the digits is accepted.', limited('%2B5'), accepting(/^\+\d{1,9}$/)),
  completed(
    'plus-as-space',
    'A plus that means a space is accepted.',
    limited('+5'),
    accepting(/^ \d{1,9}$/),
  ),
  completed(
    'minus-zero',
    'Zero with a minus is accepted.',
    limited('-0'),
    accepting(/^-0$/, () => 0),
  ),
  completed('minus-as-none', 'A limit below zero means no limit.', limited('-1'), accepting(/^-\d+$/, none)),
  completed(
    'minus-as-zero',
    'A limit below zero means zero.',
    limited('-1'),
    accepting(/^-\d+$/, () => 0),
  ),
  completed(
    'minus-dropped',
    'A minus is passed over.',
    limited('-3'),
    readingText((value) => value.replace(/^-(?=\d)/, '')),
  ),
  completed('minus-one-only', 'A limit of -1 means no limit.', limited('-1'), accepting(/^-1$/, none)),
  completed(
    'mathematical-minus',
    'The mathematical minus sign is accepted.',
    limited('%E2%88%925'),
    accepting(/^\u2212\d+$/, none),
  ),
  completed(
    'space-before',
    'A space before the digits is accepted.',
    limited('%205'),
    readingText((value) => value.replace(/^ +/, '')),
  ),
  completed(
    'space-behind',
    'A space behind the digits is accepted.',
    limited('5%20'),
    readingText((value) => value.replace(/ +$/, '')),
  ),
  completed(
    'space-any',
    'Any white space around the digits is accepted.',
    limited('%095'),
    readingText((value) => value.trim()),
  ),
  completed(
    'space-within',
    'A space between the digits is accepted.',
    limited('1%200'),
    readingText((value) => value.replaceAll(/(?<=\d) (?=\d)/g, '')),
  ),
  completed(
    'line-feed-behind',
    'A line feed behind the digits is accepted.',
    limited('5%0A'),
    accepting(/^\d{1,9}\n$/),
  ),
  completed(
    'zero-octet-behind',
    'What stands behind the octet zero is not seen.',
    limited('5%00'),
    readingText((value) => value.replace(/\0.*$/s, '')),
  ),
  completed(
    'invisible',
    'Invisible characters are passed over.',
    limited('5%E2%80%8B'),
    readingText((value) => value.replaceAll(/[\u200B\uFEFF]/g, '')),
  ),
  completed('leading-zero', 'Leading zeros are accepted.', limited('007'), accepting(/^0\d{1,9}$/)),
  completed('leading-zero-one', 'One leading zero is accepted.', limited('05'), accepting(/^0\d$/)),
  completed(
    'leading-zero-octal',
    'A leading zero means octal digits.',
    limited('010'),
    accepting(/^0[0-7]+$/, (value) => Number.parseInt(value, 8)),
  ),
  completed('zero-twice', 'Zero may be written twice.', limited('00'), accepting(/^00$/)),
]
