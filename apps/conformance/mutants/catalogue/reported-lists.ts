/** The meaning of limit, as reported for real software: how many plants a list has, and in which order. */
import type { Plant } from '@plant-store/contracts'
import { arranged, cutting, finding, limitAs, parted, sees } from '../faults/lists.ts'
import { failing } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { fixedWorld, worldWith } from '../server/world.ts'
import { limit, together } from '../triggers.ts'

/** For each plant that the caller sees, how many callers see it. */
const rowsOf = (ask: Ask): readonly number[] => ask.world.plants.filter((plant) => sees(plant, ask)).map(({ seenBy }) => seenBy.length)

/** How many plants are in this many rows of the join, in which a plant has one for each caller who sees it. */
function plantsInRows(rows: number, ask: Ask): number {
  let left = rows
  let count = 0
  for (const row of rowsOf(ask)) {
    if (left <= 0) break
    left -= row
    count += 1
  }
  return count
}

interface Ranked {
  readonly plant: Plant
  readonly batch: number
}

/** Lets the top of a max-heap sink to its place. */
function sink(heap: Ranked[]): void {
  for (let at = 0; ;) {
    const [left, right] = [2 * at + 1, 2 * at + 2]
    const rank = (index: number): number => heap[index]?.batch ?? -1
    const greater = rank(right) > rank(left) ? right : left
    const [own, other] = [heap[at], heap[greater]]
    if (own === undefined || other === undefined || other.batch <= own.batch) return
    heap[at] = other
    heap[greater] = own
    at = greater
  }
}

/** The first n plants, ordered only by the batch they were added in, by a heap of n, which keeps no order among equals. */
function topOf(found: readonly Plant[], n: number): readonly Plant[] {
  const ranked = found.map((plant, index) => ({ plant, batch: Math.floor(index / 8) }))
  const heap: Ranked[] = ranked.slice(0, n).toReversed()
  for (const one of ranked.slice(n)) {
    const [top] = heap
    if (top === undefined || one.batch >= top.batch) continue
    heap[0] = one
    sink(heap)
  }
  return heap.toSorted((one, other) => one.batch - other.batch).map(({ plant }) => plant)
}

/** Rows that were rewritten, such as those with a tag, stand at the end of the table. */
const inTable = (found: readonly Plant[]): readonly Plant[] => parted(found, ({ tag }) => tag === undefined)

const firstRowsThenOrder: Change = cutting((found, n) => {
  if (n === undefined) return found
  const chosen = new Set(inTable(found).slice(0, n))
  return found.filter((plant) => chosen.has(plant))
})

const largePage = 1_048_576
const onePage: Change = finding((found) => {
  let octets = 0
  return found.filter(({ name, tag = '' }) => {
    octets += Buffer.byteLength(name) + Buffer.byteLength(tag)
    return octets <= largePage
  })
})

const heavy = worldWith([
  ...fixedWorld.plants,
  ...Array.from({ length: 24 }, (_none, index) => ({ name: `${index} ${'Fern '.repeat(10_000)}`, seenBy: ['ana', 'ben'] })),
])

const equal = (one: Plant, other: Plant): boolean => one.name === other.name && one.tag === other.tag

export const given: Faults = {
  // feathersjs-ecosystem/feathers-query-filters#29
  'zero-or-ten: A limit of zero gives ten plants.': limitAs((n) => (n === 0 ? 10 : n)),
  // typeorm/typeorm, limit in place of take with a join
  'limit-counts-rows: A limit counts the rows of a join, in which a plant has one for each caller who sees it.': limitAs((n, _found, ask) =>
    plantsInRows(n, ask),
  ),
  // dynamodb, Query: 1 MB of data
  'one-megabyte: Only the first page of plants, of one megabyte, is read.': [onePage, heavy],
  // sequelize/sequelize, distinct with limit in a subquery
  'distinct-behind-limit: With a limit, duplicate plants are removed after the list is cut off.': cutting((found, n) =>
    n === undefined ? found : found.slice(0, n).filter((plant, at, all) => all.findIndex((one) => equal(one, plant)) === at),
  ),
  // spring-projects/spring-data-commons, Slice: one more than the limit is fetched
  'one-more-is-fetched: One plant more than the limit is fetched, which overflows for the greatest limit and gets 500.': [
    failing(500),
    limit((n) => n === 2_147_483_647),
  ],
}

export const completed: Faults = {
  // Katello/katello#5354, yiisoft/yii2#18587
  'no-tie-breaker: With a limit, plants that were added in one batch come in the order of a heap.': cutting((found, n) =>
    n === undefined || n === 0 || n >= found.length ? found.slice(0, n) : topOf(found, n),
  ),
  // Oracle Database SQL Language Reference, ROWNUM before ORDER BY
  'rownum-before-order: With a limit, the first plants of the table are taken, and only then put in order.': firstRowsThenOrder,
  // PostgreSQL, synchronize_seqscans
  'synchronized-scans: While another list is being read, a list begins in the middle, where that scan is.': [
    arranged((found) => [...found.slice(found.length >> 1), ...found.slice(0, found.length >> 1)]),
    together(2),
  ],
}
