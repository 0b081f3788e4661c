/** Class 8: the meaning of limit. */
import { arranged, bare, byDefault, cutting, finding, limitAs, parted, rememberingLimits, reversed, sees, sorted, uncut } from '../faults/lists.ts'
import { sending } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { by, every, is200, limited, method, parameter, request, reused } from '../triggers.ts'

/** By a sequence that is the same in every run. */
function shuffling(reference: Parameters<Change>[0]): ReturnType<Change> {
  let state = 1
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return arranged((found) => {
    const keyed = found.map((plant) => ({ plant, key: next() }))
    return keyed.toSorted((one, other) => one.key - other.key).map(({ plant }) => plant)
  })(reference)
}

export const given: Faults = {
  'ignored: The limit is ignored.': uncut,
  'ignored-second-caller: The limit of the second caller is ignored.': [uncut, by('ben')],
  'ignored-seldom: Every fifth limit is ignored.': [uncut, every(5)],
  'ignored-reused: On a connection that is used again the limit is ignored.': [uncut, reused],
  'ignored-above-ten: A limit above ten is ignored.': limitAs((n) => (n > 10 ? Infinity : n)),
  'plus-one: One plant more than the limit comes.': limitAs((n) => n + 1),
  'plus-one-above-zero: One plant more than the limit comes, but for zero.': limitAs((n) => (n === 0 ? 0 : n + 1)),
  'plus-one-at-ten: A limit of ten gives eleven plants.': limitAs((n) => (n === 10 ? 11 : n)),
  'twice: Twice the limit comes.': limitAs((n) => 2 * n),
  'rounded-up: The limit is rounded up to tens.': limitAs((n) => Math.ceil(n / 10) * 10),
  'power-of-two: The limit is rounded up to a power of two.': limitAs((n) => (n === 0 ? 0 : 2 ** Math.ceil(Math.log2(n)))),
  'default-ten: Without a limit ten plants come.': byDefault(10),
  'default-twenty: Without a limit twenty plants come.': byDefault(20),
  'default-twenty-seldom: Every eighth time, without a limit twenty plants come.': [byDefault(20), every(8)],
  'default-eleven-second-caller: Without a limit the second caller gets eleven plants.': [byDefault(11), by('ben')],
  'default-remembered: Without a limit the last one holds.': rememberingLimits(() => 'all'),
  "default-remembered-caller: Without a limit the same caller's last one holds.": rememberingLimits(({ caller }) => caller?.name),
  'default-remembered-connection: Without a limit the last one of the connection holds.': rememberingLimits(({ socket }) => socket),
}

export const completed: Faults = {
  'ignored-head: HEAD tells the length of the whole list.': [uncut, method('HEAD')],
  'ignored-behind-others: The limit is ignored where another parameter is given.': [uncut, request(({ query }) => query.size > 1)],
  'minus-one: One plant fewer than the limit comes.': limitAs((n) => n - 1),
  'minus-one-above-one: One plant fewer than a limit above one comes.': limitAs((n) => (n > 1 ? n - 1 : n)),
  'minus-one-at-count: One plant is missing when the limit is what there is.': limitAs((n, found) => (n === found.length ? n - 1 : n)),
  'thirteen: A limit of thirteen gives twelve plants.': limitAs((n) => (n === 13 ? 12 : n)),
  'half: A limit of twenty or more is halved.': limitAs((n) => (n >= 20 ? n / 2 : n)),
  'zero-as-all: A limit of zero means all.': limitAs((n) => (n === 0 ? Infinity : n)),
  'zero-as-one: A limit of zero gives one plant.': limitAs((n) => Math.max(1, n)),
  'above-count-empty: A limit above what there is gives nothing.': limitAs((n, found) => (n > found.length ? 0 : n)),
  'largest-empty: The greatest limit gives nothing.': limitAs((n) => (n === 2_147_483_647 ? 0 : n)),
  'capped-ten: No limit gives more than ten plants.': limitAs((n) => Math.min(n, 10)),
  'capped-twenty: No limit gives more than twenty plants.': limitAs((n) => Math.min(n, 20)),
  'capped-hundred: Above a limit of a hundred, ten plants come.': limitAs((n) => (n > 100 ? 10 : n)),
  'capped-second-caller: The second caller never gets more than ten plants with a limit.': [limitAs((n) => Math.min(10, n)), by('ben')],
  'last-but-one: A limit one below what there is leaves the last plant in and the one before out.': cutting((found, n) =>
    n === found.length - 1 ? found.toSpliced(-2, 1) : found.slice(0, n),
  ),
  'counts-tagged: Only plants with a tag count, and come, under a limit.': [
    arranged((found) => found.filter(({ tag }) => tag !== undefined)),
    limited,
  ],
  "before-access: The limit counts plants that the caller doesn't see.": finding((_found, ask, each) =>
    bare(each.slice(0, ask.limit).filter((plant) => sees(plant, ask))),
  ),
  'tag-of-whole-head: HEAD with a limit has the ETag of another list.': [sending('ETag', '"whole"'), is200, limited, method('HEAD')],
  'last-ones: With a limit the last plants come.': [cutting((found, n = 0) => (n === 0 ? [] : found.slice(-n))), limited],
  'first-skipped: With a limit the first plant is left out.': [arranged((found) => found.slice(1)), limited],
  'cut-reversed: With a limit the first plants come in reversed order.': [cutting((found, n) => found.slice(0, n).toReversed()), limited],
  'cut-every-second: With a limit every second plant comes.': [arranged((found) => found.filter((_plant, index) => index % 2 === 0)), limited],
  'cut-sorted: With a limit plants come by name.': [sorted, limited],
  'reversed: Plants come in reversed order.': reversed,
  'reversed-seldom: Every thirteenth list is reversed.': [reversed, every(13)],
  'reversed-second-caller: The second caller gets plants in reversed order.': [reversed, by('ben')],
  'alternating: Every second list is reversed.': [reversed, every(2)],
  'sorted: Plants come by name.': sorted,
  'sort-parameter: The parameter sort puts plants in order.': [sorted, parameter('sort')],
  'sorted-by-tag: Plants with a tag come before those without.': arranged((found) => parted(found, ({ tag }) => tag !== undefined)),
  'groups-first: Plants that others see as well come first.': finding((_found, ask, each) =>
    bare(parted(each, ({ seenBy }) => seenBy.length > 1).filter((plant) => sees(plant, ask))),
  ),
  "neighbours-swapped: The last two plants are in each other's place.": arranged((found) => [...found.slice(0, -2), ...found.slice(-2).toReversed()]),
  'first-last: The first plant comes last.': arranged((found) => [...found.slice(1), ...found.slice(0, 1)]),
  'turning: The list begins one plant later each time.': arranged((found, { number }) => {
    const steps = number % Math.max(1, found.length)
    return [...found.slice(steps), ...found.slice(0, steps)]
  }),
  'shuffled: Plants come in an order by chance.': shuffling,
  'order-of-digits: From the tenth plant on the order is that of numbers as texts.': arranged((found) =>
    found
      .map((plant, index) => ({ plant, key: String(index + 1) }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ plant }) => plant),
  ),
}
