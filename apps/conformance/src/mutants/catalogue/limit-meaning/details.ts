/** Meaning of limit: wrong for some callers, numbers or lists alone. */
import { cutting } from '../../faults/limits.ts'
import { replying } from '../../faults/replies.ts'
import { withField } from '../../ask.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { by, method } from '../../when.ts'

const { given, completed } = faultsOf('meaning of limit')

export const details: readonly Mutant[] = [
  completed(
    'order-of-digits',
    'From the tenth plant on the order is that of numbers as texts.',
    cutting((found, n) =>
      found
        .map((plant, index) => ({ plant, key: String(index + 1) }))
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ plant }) => plant)
        .slice(0, n),
    ),
  ),
  completed(
    'capped-second-caller',
    'The second caller never gets more than ten plants with a limit.',
    cutting((found, n) => (n === undefined ? found : found.slice(0, Math.min(10, n))), by('ben')),
  ),
  given(
    'default-eleven-second-caller',
    'Without a limit the second caller gets eleven plants.',
    cutting((found, n = 11) => found.slice(0, n), by('ben')),
  ),
  completed(
    'last-but-one',
    'A limit one below what there is leaves the last plant in and the one before out.',
    cutting((found, n) => (n === found.length - 1 ? found.toSpliced(-2, 1) : found.slice(0, n))),
  ),
  completed(
    'thirteen',
    'A limit of thirteen gives twelve plants.',
    cutting((found, n) => found.slice(0, n === 13 ? 12 : n)),
  ),
  completed(
    'tag-of-whole-head',
    'HEAD with a limit has the ETag of another list.',
    replying(
      (reply) => withField(reply, 'ETag', '"whole"'),
      (ask, s) => s === 200 && method('HEAD')(ask, s) && ask?.limit !== undefined,
    ),
  ),
]
