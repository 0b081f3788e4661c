/** The meaning of limit. */
import { arranged, bare, byDefault, cutting, finding, limitAs, parted, rememberingLimits, reversed, sees, sorted, uncut } from '../faults/lists.ts'
import { sending } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { by, every, is200, limited, method, parameter, request, reused } from '../triggers.ts'

/** Shuffles plants by a sequence that is the same in every run. */
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
  "ignored-second-caller: The second caller's limit is ignored.": [uncut, by('ben')],
  'ignored-seldom: The limit of every fifth request is ignored.': [uncut, every(5)],
  'ignored-reused: From the second request on a connection the limit is ignored.': [uncut, reused],
  'ignored-above-ten: A limit above ten is ignored.': limitAs((n) => (n > 10 ? Infinity : n)),
  'plus-one: A limit returns one plant too many.': limitAs((n) => n + 1),
  'plus-one-above-zero: A limit above zero returns one plant too many.': limitAs((n) => (n === 0 ? 0 : n + 1)),
  'plus-one-at-ten: A limit of ten returns eleven plants.': limitAs((n) => (n === 10 ? 11 : n)),
  'twice: A limit returns twice as many plants.': limitAs((n) => 2 * n),
  'rounded-up: The limit is rounded up to a multiple of ten.': limitAs((n) => Math.ceil(n / 10) * 10),
  'power-of-two: The limit is rounded up to a power of two.': limitAs((n) => (n === 0 ? 0 : 2 ** Math.ceil(Math.log2(n)))),
  'default-ten: Without a limit at most ten plants are returned.': byDefault(10),
  'default-twenty: Without a limit at most twenty plants are returned.': byDefault(20),
  'default-twenty-seldom: Every eighth request returns at most twenty plants if it has no limit.': [byDefault(20), every(8)],
  'default-eleven-second-caller: Without a limit at most eleven plants are returned to the second caller.': [byDefault(11), by('ben')],
  'default-remembered: Without a limit the last limit of any request applies.': rememberingLimits(() => 'all'),
  "default-remembered-caller: Without a limit the caller's last limit applies.": rememberingLimits(({ caller }) => caller?.name),
  'default-remembered-connection: Without a limit the last limit on the connection applies.': rememberingLimits(({ socket }) => socket),
}

export const completed: Faults = {
  'ignored-head: HEAD states the length of the whole list, whatever the limit.': [uncut, method('HEAD')],
  'ignored-behind-others: The limit is ignored beside another parameter.': [uncut, request(({ query }) => query.size > 1)],
  'minus-one: A limit returns one plant too few.': limitAs((n) => n - 1),
  'minus-one-above-one: A limit above one returns one plant too few.': limitAs((n) => (n > 1 ? n - 1 : n)),
  'minus-one-at-count: A limit equal to the number of plants returns one plant too few.': limitAs((n, found) => (n === found.length ? n - 1 : n)),
  'thirteen: A limit of thirteen returns twelve plants.': limitAs((n) => (n === 13 ? 12 : n)),
  'half: A limit of twenty or more is halved.': limitAs((n) => (n >= 20 ? n / 2 : n)),
  'zero-as-all: A limit of zero means no limit.': limitAs((n) => (n === 0 ? Infinity : n)),
  'zero-as-one: A limit of zero returns one plant.': limitAs((n) => Math.max(1, n)),
  'above-count-empty: A limit above the number of plants returns nothing.': limitAs((n, found) => (n > found.length ? 0 : n)),
  'largest-empty: The largest limit returns nothing.': limitAs((n) => (n === 2_147_483_647 ? 0 : n)),
  'capped-ten: With a limit, at most ten plants are returned.': limitAs((n) => Math.min(n, 10)),
  'capped-twenty: With a limit, at most twenty plants are returned.': limitAs((n) => Math.min(n, 20)),
  'capped-hundred: A limit above a hundred returns ten plants.': limitAs((n) => (n > 100 ? 10 : n)),
  'capped-second-caller: With a limit, at most ten plants are returned to the second caller.': [limitAs((n) => Math.min(10, n)), by('ben')],
  'last-but-one: A limit one below the number of plants leaves out the last plant but one in place of the last.': cutting((found, n) =>
    n === found.length - 1 ? found.toSpliced(-2, 1) : found.slice(0, n),
  ),
  'counts-tagged: With a limit, only plants with a tag are counted and returned.': [
    arranged((found) => found.filter(({ tag }) => tag !== undefined)),
    limited,
  ],
  'before-access: The limit also counts plants that the caller may not see.': finding((_found, ask, each) =>
    bare(each.slice(0, ask.limit).filter((plant) => sees(plant, ask))),
  ),
  'tag-of-whole-head: HEAD with a limit has the ETag of another list.': [sending('ETag', '"whole"'), is200, limited, method('HEAD')],
  'last-ones: A limit returns the last plants in place of the first.': [cutting((found, n = 0) => (n === 0 ? [] : found.slice(-n))), limited],
  'first-skipped: With a limit, the first plant is left out.': [arranged((found) => found.slice(1)), limited],
  'cut-reversed: With a limit, the first plants are returned in reverse order.': [cutting((found, n) => found.slice(0, n).toReversed()), limited],
  'cut-every-second: With a limit, only every second plant is counted and returned.': [
    arranged((found) => found.filter((_plant, index) => index % 2 === 0)),
    limited,
  ],
  'cut-sorted: With a limit, plants are sorted by name.': [sorted, limited],
  'reversed: Plants are in reverse order.': reversed,
  'reversed-seldom: Every thirteenth list is in reverse order.': [reversed, every(13)],
  "reversed-second-caller: The second caller's plants are in reverse order.": [reversed, by('ben')],
  'alternating: Every second list is in reverse order.': [reversed, every(2)],
  'sorted: Plants are sorted by name.': sorted,
  'sort-parameter: The query parameter sort sorts plants by name.': [sorted, parameter('sort')],
  'sorted-by-tag: Plants with a tag come before those without.': arranged((found) => parted(found, ({ tag }) => tag !== undefined)),
  'groups-first: Plants that other callers see as well come first.': finding((_found, ask, each) =>
    bare(parted(each, ({ seenBy }) => seenBy.length > 1).filter((plant) => sees(plant, ask))),
  ),
  'neighbours-swapped: The last two plants are swapped.': arranged((found) => [...found.slice(0, -2), ...found.slice(-2).toReversed()]),
  'first-last: The first plant comes last.': arranged((found) => [...found.slice(1), ...found.slice(0, 1)]),
  'turning: Each list begins one plant later than the one before.': arranged((found, { number }) => {
    const steps = number % Math.max(1, found.length)
    return [...found.slice(steps), ...found.slice(0, steps)]
  }),
  'shuffled: Plants are in random order.': shuffling,
  'order-of-digits: From ten plants on, they are ordered by their positions compared as text.': arranged((found) =>
    found
      .map((plant, index) => ({ plant, key: String(index + 1) }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ plant }) => plant),
  ),
}
