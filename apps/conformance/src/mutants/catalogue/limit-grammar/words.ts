/** Grammar of limit: words, and nothing at all. */
import { accepting, none } from '../../faults/limits.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('grammar of limit')

export const words: readonly Mutant[] = [
  completed('empty-as-none', 'An empty limit means no limit.', accepting(/^$/, none)),
  completed(
    'empty-as-zero',
    'An empty limit means zero.',
    accepting(/^$/, () => 0),
  ),
  completed(
    'space-as-zero',
    'A limit of space alone means zero.',
    accepting(/^\s+$/, () => 0),
  ),
  given('word-null', 'The word null means no limit.', accepting(/^null$/, none)),
  given('word-undefined', 'The word undefined means no limit.', accepting(/^undefined$/, none)),
  given('word-all', 'The word all means no limit.', accepting(/^(?:all|\*)$/, none)),
  given(
    'word-true',
    'The word true means one.',
    accepting(/^true$/, () => 1),
  ),
  given('word-not-a-number', 'The word NaN means no limit.', accepting(/^NaN$/, none)),
  given('word-infinity', 'The word Infinity means no limit.', accepting(/^Infinity$/)),
  given('any-word', 'What is no number at all means no limit.', accepting(/^[a-z]+$/i, none)),
]
