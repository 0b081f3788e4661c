/** Meaning of limit: how many plants come. */
import type { Plant } from '@plant-store/contracts'
import type { Ask } from '../../ask.ts'
import { cutting } from '../../faults/limits.ts'
import { finding } from '../../faults/seeing.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import { by, every, method, reused, withLimit } from '../../when.ts'
import { withoutAccess } from '../../world.ts'

const { given, completed } = faultsOf('meaning of limit')

type List = readonly Plant[]

/** Reads another limit. */
const limitRead = (change: (n: number, found: List, ask: Ask) => number): Change =>
  cutting((found, n, ask) => (n === undefined ? found : found.slice(0, Math.max(0, change(n, found, ask)))))

export const counts: readonly Mutant[] = [
  given(
    'ignored',
    'The limit is ignored.',
    cutting((found) => found),
  ),
  given(
    'ignored-second-caller',
    'The limit of the second caller is ignored.',
    cutting((found) => found, by('ben')),
  ),
  given(
    'ignored-above-ten',
    'A limit above ten is ignored.',
    limitRead((n) => (n > 10 ? Infinity : n)),
  ),
  given(
    'ignored-seldom',
    'Every fifth limit is ignored.',
    cutting((found) => found, every(5)),
  ),
  given(
    'ignored-reused',
    'On a connection that is used again the limit is ignored.',
    cutting((found) => found, reused),
  ),
  completed(
    'ignored-head',
    'HEAD tells the length of the whole list.',
    cutting((found) => found, method('HEAD')),
  ),
  completed(
    'ignored-behind-others',
    'The limit is ignored where another parameter is given.',
    limitRead((n, _found, ask) => (ask.query.size > 1 ? Infinity : n)),
  ),
  given(
    'plus-one',
    'One plant more than the limit comes.',
    limitRead((n) => n + 1),
  ),
  given(
    'plus-one-above-zero',
    'One plant more than the limit comes, but for zero.',
    limitRead((n) => (n === 0 ? 0 : n + 1)),
  ),
  completed(
    'minus-one',
    'One plant fewer than the limit comes.',
    limitRead((n) => n - 1),
  ),
  completed(
    'minus-one-above-one',
    'One plant fewer than a limit above one comes.',
    limitRead((n) => (n > 1 ? n - 1 : n)),
  ),
  completed(
    'minus-one-at-count',
    'One plant is missing when the limit is what there is.',
    limitRead((n, found) => (n === found.length ? n - 1 : n)),
  ),
  given(
    'plus-one-at-ten',
    'A limit of ten gives eleven plants.',
    limitRead((n) => (n === 10 ? 11 : n)),
  ),
  completed(
    'half',
    'A limit of twenty or more is halved.',
    limitRead((n) => (n >= 20 ? n / 2 : n)),
  ),
  given(
    'twice',
    'Twice the limit comes.',
    limitRead((n) => 2 * n),
  ),
  given(
    'rounded-up',
    'The limit is rounded up to tens.',
    limitRead((n) => Math.ceil(n / 10) * 10),
  ),
  given(
    'power-of-two',
    'The limit is rounded up to a power of two.',
    limitRead((n) => (n === 0 ? 0 : 2 ** Math.ceil(Math.log2(n)))),
  ),
  completed(
    'zero-as-all',
    'A limit of zero means all.',
    limitRead((n) => (n === 0 ? Infinity : n)),
  ),
  completed(
    'zero-as-one',
    'A limit of zero gives one plant.',
    limitRead((n) => Math.max(1, n)),
  ),
  completed(
    'above-count-empty',
    'A limit above what there is gives nothing.',
    limitRead((n, found) => (n > found.length ? 0 : n)),
  ),
  completed(
    'largest-empty',
    'The greatest limit gives nothing.',
    limitRead((n) => (n === 2_147_483_647 ? 0 : n)),
  ),
  completed(
    'counts-tagged',
    'Only plants with a tag count, and come, under a limit.',
    cutting((found, n) => found.filter(({ tag }) => tag !== undefined).slice(0, n), withLimit),
  ),
  completed(
    'before-access',
    "The limit counts plants that the caller doesn't see.",
    finding((_found, ask, all) =>
      all
        .slice(0, ask.limit)
        .filter(({ seenBy }) => seenBy.includes(ask.caller?.name ?? ''))
        .map((plant) => withoutAccess(plant)),
    ),
  ),
]
