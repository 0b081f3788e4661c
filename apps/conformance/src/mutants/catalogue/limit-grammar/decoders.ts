/** Grammar of limit: what other decoders and parsers let pass. */
import { accepting, readingText } from '../../faults/limits.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { completed } = faultsOf('grammar of limit')

export const decoders: readonly Mutant[] = [
  completed(
    'code-of-four-digits',
    'A percent code may have a u and four digits, as the old JavaScript has it.',
    readingText((value) => value.replace(/^%u003(\d)$/i, '$1')),
  ),
  completed(
    'comma-behind',
    'A comma behind the digits is passed over.',
    accepting(/^\d{1,9},$/, (value) => Number(value.slice(0, -1))),
  ),
]
