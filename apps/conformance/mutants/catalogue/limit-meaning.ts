/** The meaning of limit: which plants, how many, and long lists. */
import { arranged, cutting, finding, limitAs, reversed, sees } from '../faults/lists.ts'
import { type Change, type Faults } from '../mutant.ts'
import { limitText, limited, method, not, together } from '../triggers.ts'
import { deaf } from '../faults/conditions.ts'
import { failing, replyingTo } from '../faults/replies.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { worldWith } from '../server/world.ts'
import type { Plant } from '@plant-store/contracts'
import { inGroups } from '@plant-store/raw-http'

/** Five thousand plants, in more than a hundred thousand bytes. */
const fiveThousand = worldWith(
  Array.from({ length: 5000 }, (_none, index) => ({ name: `Plänt ${index} 🌵`, seenBy: index % 50 === 0 ? ['ana', 'ben'] : ['ana'] })),
)

/** How many plants are in the first rows of a join, in which a plant has one for each caller who sees it. */
function plantsInRows(rows: number, ask: Ask): number {
  const joined = ask.world.plants.filter((plant) => sees(plant, ask)).flatMap(({ seenBy }, index) => seenBy.map(() => index))
  return new Set(joined.slice(0, rows)).size
}

/** Only the first page of plants, of one megabyte. */
const onePage: Change = finding((found) => {
  let bytes = 0
  return found.filter(({ name }) => (bytes += Buffer.byteLength(name)) <= 1_048_576)
})

const heavy = worldWith(Array.from({ length: 24 }, (_none, index) => ({ name: `${index} ${'Fern '.repeat(10_000)}`, seenBy: ['ana', 'ben'] })))

/** The first n of those rows that stand first in the table; rows that were rewritten, such as those with a tag, stand at its end. */
const firstRowsThenOrder: Change = cutting((found, n) => {
  const inTable = found.toSorted((one, other) => Number(one.tag !== undefined) - Number(other.tag !== undefined))
  const chosen = new Set(inTable.slice(0, n))
  return found.filter((plant) => chosen.has(plant))
})

const equal = (one: Plant, other: Plant): boolean => one.name === other.name && one.tag === other.tag

export const given: Faults = {
  'plus-one-above-zero: A limit above zero returns one plant too many.': limitAs((n) => (n === 0 ? 0 : n + 1)),
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
    limitText(/^2147483647$/),
  ],
}

export const completed: Faults = {
  'zero-as-all: A limit of zero means no limit.': limitAs((n) => (n === 0 ? Infinity : n)),
  'reversed: Plants are in reverse order.': reversed,

  'long-never-304: A whole list of thousands is never answered with 304.': [deaf, not(limited), fiveThousand],
  'long-head-length: HEAD states a length of zero for a list of thousands.': [
    replyingTo((reply) => (Number(fieldOf(reply, 'Content-Length')) > 65_536 ? withField(reply, 'Content-Length', '0') : reply)),
    method('HEAD'),
    fiveThousand,
  ],
  // Katello/katello#5354, yiisoft/yii2#18587
  'no-tie-breaker: With a limit, plants that were added in one batch come in another order.': cutting((found, n) =>
    n === undefined
      ? found
      : inGroups(found, 8)
          .flatMap((batch) => batch.toReversed())
          .slice(0, n),
  ),
  // Oracle Database SQL Language Reference, ROWNUM before ORDER BY
  'rownum-before-order: With a limit, the first plants of the table are taken, and only then put in order.': firstRowsThenOrder,
  // PostgreSQL, synchronize_seqscans
  'synchronized-scans: While another list is being read, a list begins in the middle, where that scan is.': [
    arranged((found) => [...found.slice(found.length >> 1), ...found.slice(0, found.length >> 1)]),
    together(2),
  ],
}
