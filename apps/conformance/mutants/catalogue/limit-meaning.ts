/** The meaning of limit: which plants, how many, and long lists. */
import { arranged, cutting, finding, limitAs, parted, rememberingLimits, reversed, sees, shorter, uncut } from '../faults/lists.ts'
import { type Change, type Faults, both, inWorld, on } from '../mutant.ts'
import { about, every, limit, method, request, together } from '../triggers.ts'
import { setTimeout } from 'node:timers/promises'
import { deaf } from '../faults/conditions.ts'
import { failing, replyingTo, unstored } from '../faults/replies.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { fixedWorld, worldWith } from '../server/world.ts'
import type { Plant } from '@plant-store/contracts'

/** Five thousand plants, in more than a hundred thousand octets. */
const fiveThousand = worldWith(
  Array.from({ length: 5000 }, (_none, index) => ({ name: `Plänt ${index} 🌵`, seenBy: index % 50 === 0 ? ['ana', 'ben'] : ['ana'] })),
)

const mostAtATime = 3

/** Makes a few long lists at a time; further ones fail. */
const fewAtATime: Change = (reference) => {
  let underWay = 0
  const tooMany = new WeakSet<Ask>()
  const making: Change = ({ findPlants }) => ({
    findPlants: async (caller, ask) => {
      const found = await findPlants(caller, ask)
      if (ask.method !== 'GET' || Math.min(found.length, ask.limit ?? Infinity) < 1000) return found
      underWay += 1
      if (underWay > mostAtATime) tooMany.add(ask)
      await setTimeout(30)
      underWay -= 1
      return found
    },
  })
  const isTooMany = about('load', (ask) => tooMany.has(ask))
  return both(making, on(isTooMany, unstored(500, 50_001, 'No.')))(reference)
}

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
  'ignored-seldom: The limit of every fifth request is ignored.': [uncut, every(5)],
  'plus-one-above-zero: A limit above zero returns one plant too many.': limitAs((n) => (n === 0 ? 0 : n + 1)),
  'power-of-two: The limit is rounded up to a power of two.': limitAs((n) => (n === 0 ? 0 : 2 ** Math.ceil(Math.log2(n)))),
  'default-remembered: Without a limit the last limit of any request applies.': rememberingLimits(() => 'all'),

  ...inWorld(fiveThousand, {
    'long-three-at-a-time: While three long lists are being made, a fourth fails.': fewAtATime,
    'long-in-pieces: When the head of the request arrives in pieces, a list lacks its last plant.': [shorter, request((ask) => ask.pieces > 1)],
  }),

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
  'ignored-head: HEAD states the length of the whole list, whatever the limit.': [uncut, method('HEAD')],
  'zero-as-all: A limit of zero means no limit.': limitAs((n) => (n === 0 ? Infinity : n)),
  'above-count-empty: A limit above the number of plants returns nothing.': limitAs((n, found) => (n > found.length ? 0 : n)),
  'reversed: Plants are in reverse order.': reversed,
  'reversed-seldom: Every thirteenth list is in reverse order.': [reversed, every(13)],
  'alternating: Every second list is in reverse order.': [reversed, every(2)],

  ...inWorld(fiveThousand, {
    'long-never-304: A whole list of thousands is never answered with 304.': [deaf, limit((n) => n === undefined)],
    'long-head-length: HEAD states a length of zero for a list of thousands.': [
      replyingTo((reply) => (Number(fieldOf(reply, 'Content-Length')) > 65_536 ? withField(reply, 'Content-Length', '0') : reply)),
      method('HEAD'),
    ],
    'long-tag-of-beginning: The ETag is made from the first 64 KiB of a list.': ({ tag }) => ({
      tag: (body, ask) => tag(Buffer.from(body).subarray(0, 65_536), ask),
    }),
  }),

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
