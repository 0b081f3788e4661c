/** Meaning of limit: which plants come, and in which order. */
import type { Plant } from '@plant-store/contracts'
import type { Ask } from '../../ask.ts'
import { cutting } from '../../faults/limits.ts'
import { finding } from '../../faults/seeing.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { withLimit } from '../../when.ts'
import { withoutAccess } from '../../world.ts'

const { completed } = faultsOf('meaning of limit')

type List = readonly Plant[]

const byName = (one: Plant, other: Plant): number =>
  one.name < other.name ? -1 : Number(one.name > other.name)

const turned = (found: List, steps: number): List => [...found.slice(steps), ...found.slice(0, steps)]

/** Arranges the plants, then cuts. */
const arranged = (arrange: (found: List, ask: Ask) => List): Change =>
  cutting((found, n, ask) => arrange(found, ask).slice(0, n))

export const orders: readonly Mutant[] = [
  completed(
    'last-ones',
    'With a limit the last plants come.',
    cutting((found, n = 0) => (n === 0 ? [] : found.slice(-n)), withLimit),
  ),
  completed(
    'first-skipped',
    'With a limit the first plant is left out.',
    cutting((found, n) => found.slice(1).slice(0, n), withLimit),
  ),
  completed(
    'cut-reversed',
    'With a limit the first plants come in reversed order.',
    cutting((found, n) => found.slice(0, n).toReversed(), withLimit),
  ),
  completed(
    'cut-every-second',
    'With a limit every second plant comes.',
    cutting((found, n) => found.filter((_plant, index) => index % 2 === 0).slice(0, n), withLimit),
  ),
  completed(
    'cut-sorted',
    'With a limit plants come by name.',
    cutting((found, n) => found.toSorted(byName).slice(0, n), withLimit),
  ),
  completed(
    'reversed',
    'Plants come in reversed order.',
    arranged((found) => found.toReversed()),
  ),
  completed(
    'sorted',
    'Plants come by name.',
    arranged((found) => found.toSorted(byName)),
  ),
  completed(
    'sorted-by-tag',
    'Plants with a tag come before those without.',
    arranged((found) => [
      ...found.filter(({ tag }) => tag !== undefined),
      ...found.filter(({ tag }) => tag === undefined),
    ]),
  ),
  completed(
    'neighbours-swapped',
    "The last two plants are in each other's place.",
    arranged((found) => [...found.slice(0, -2), ...found.slice(-2).toReversed()]),
  ),
  completed(
    'first-last',
    'The first plant comes last.',
    arranged((found) => turned(found, 1)),
  ),
  completed('shuffled', 'Plants come in an order by chance.', shuffling),
  completed(
    'turning',
    'The list begins one plant later each time.',
    arranged((found, { number }) => turned(found, number % Math.max(1, found.length))),
  ),
  completed(
    'alternating',
    'Every second list is reversed.',
    arranged((found, { number }) => (number % 2 === 0 ? found.toReversed() : found)),
  ),
  completed(
    'reversed-seldom',
    'Every thirteenth list is reversed.',
    arranged((found, { number }) => (number % 13 === 0 ? found.toReversed() : found)),
  ),
  completed(
    'reversed-second-caller',
    'The second caller gets plants in reversed order.',
    arranged((found, { caller }) => (caller?.name === 'ben' ? found.toReversed() : found)),
  ),
  completed(
    'groups-first',
    'Plants that others see as well come first.',
    finding((_found, ask, all) => {
      const own = all.filter(({ seenBy }) => seenBy.includes(ask.caller?.name ?? ''))
      return [
        ...own.filter(({ seenBy }) => seenBy.length > 1),
        ...own.filter(({ seenBy }) => seenBy.length === 1),
      ].map((plant) => withoutAccess(plant))
    }),
  ),
  completed(
    'sort-parameter',
    'The parameter sort puts plants in order.',
    arranged((found, { query }) => (query.has('sort') ? found.toSorted(byName) : found)),
  ),
]

/** By a sequence that is the same in every run. */
function shuffling({ cut }: Steps): Partial<Steps> {
  let state = 1
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return {
    cut: (found, n, ask) => {
      const keyed = found.map((plant) => ({ plant, key: next() }))
      const shuffled = keyed.toSorted((one, other) => one.key - other.key).map(({ plant }) => plant)
      return cut(shuffled, n, ask)
    },
  }
}
