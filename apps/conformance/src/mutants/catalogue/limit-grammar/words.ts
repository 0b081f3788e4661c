/** Grammar of limit: words, and nothing at all. */
import { accepting, limited, none } from '../../faults/limits.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('grammar of limit')

export const words: readonly Mutant[] = [
  completed('empty-as-none', 'An empty limit means no limit.', limited(''), accepting(/^$/, none)),
  completed(
    'empty-as-zero',
    'An empty limit means zero.',
    limited(''),
    accepting(/^$/, () => 0),
  ),
  completed(
    'space-as-zero',
    'A limit of space alone means zero.',
    limited('%20'),
    accepting(/^\s+$/, () => 0),
  ),
  given('word-null', 'The word null means no limit.', limited('null'), accepting(/^null$/, none)),
  given(
    'word-undefined',
    'The word undefined means no limit.',
    limited('undefined'),
    accepting(/^undefined$/, none),
  ),
  given('word-all', 'The word all means no limit.', limited('all'), accepting(/^(?:all|\*)$/, none)),
  given(
    'word-true',
    'The word true means one.',
    limited('true'),
    accepting(/^true$/, () => 1),
  ),
  given('word-not-a-number', 'The word NaN means no limit.', limited('NaN'), accepting(/^NaN$/, none)),
  given('word-infinity', 'The word Infinity means no limit.', limited('Infinity'), accepting(/^Infinity$/)),
  given(
    'any-word',
    'What is no number at all means no limit.',
    limited('five'),
    accepting(/^[a-z]+$/i, none),
  ),
]
