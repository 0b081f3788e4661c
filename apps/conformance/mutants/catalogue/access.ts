/** Class 6: access. */
import { setTimeout } from 'node:timers/promises'
import { bare, everything, finding, nothing, oneMore, seenBy, sees, shorter, whoever } from '../faults/lists.ts'
import { keeping, rememberingTags } from '../faults/memory.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { after, by, every, limit, limited, method, not, parameter, together } from '../triggers.ts'

function sharingCaller({ findPlants }: Parameters<Change>[0]): ReturnType<Change> {
  let current: Ask['caller']
  return {
    findPlants: async (caller, ask) => {
      current = caller
      await setTimeout(50)
      return findPlants(current, ask)
    },
  }
}

export const given: Faults = {
  'everything: Everybody sees every plant.': everything,
  'everything-second-caller: The second caller sees every plant.': [everything, by('ben')],
  'everything-without-access: Who has access to nothing sees every plant.': [everything, by('cleo')],
  'everything-largest: The largest limit shows every plant.': [everything, limit((n) => n === 2_147_483_647)],
  'everything-seldom: Every twelfth request shows every plant.': [everything, every(12)],
  'everything-late: After fifty requests everybody sees every plant.': [everything, after(50)],
  'everything-together: While four requests are under way, everybody sees every plant.': [everything, together(4)],
  "filled-up: A limit above one's own list is filled up with other plants.": [
    finding((found, ask, each) => [...found, ...bare(each.filter((plant) => !sees(plant, ask)))]),
    limited,
  ],
  'union: Everybody sees what anybody sees.': whoever((plant) => plant.seenBy.length > 0),
  'union-second-caller: The second caller sees what the first sees as well.': [
    whoever((plant, ask) => sees(plant, ask) || plant.seenBy.includes('ana')),
    by('ben'),
  ],
  'common-only: Everybody sees only what all others see, too.': whoever((plant, ask) => sees(plant, ask) && plant.seenBy.length > 1),
  'first-for-all: Everybody sees what the first caller sees.': seenBy('ana'),
  'others-instead: The second caller sees what the first sees.': [seenBy('ana'), by('ben')],
  'swapped: The first two callers see what the other sees.': [
    whoever((plant, ask) => plant.seenBy.includes(ask.caller?.name === 'ana' ? 'ben' : 'ana')),
    not(by('cleo')),
  ],
  'one-more-locked: The first caller sees one plant that nobody may see.': [oneMore('The locked oak'), by('ana')],
  "one-more-of-others: The first caller sees one of the second's plants.": [oneMore('Ivy'), by('ana')],
  'one-more-without-access: Who has access to nothing sees the first plant.': [oneMore('Elder'), by('cleo')],
  'one-more-limit: With a limit, the first caller sees one plant of somebody else.': [oneMore('Herb Robert'), by('ana'), limited],
  'one-fewer-last: Everybody misses the last plant.': shorter,
  'one-fewer-first: The second caller misses the first plant.': [finding((found) => found.slice(1)), by('ben')],
  'one-fewer-middle: The first caller misses the tenth plant.': [finding((found) => found.toSpliced(9, 1)), by('ana')],
  'one-fewer-seldom: Every tenth list misses its last plant.': [shorter, every(10)],
  'shared-missing: What two callers may see, the second does not see.': [whoever((plant) => plant.seenBy.join() === 'ben'), by('ben')],
  'untagged-missing: Plants without a tag are not shown.': finding((found) => found.filter(({ tag }) => tag !== undefined)),
  'unusual-missing: Plants whose names are not ASCII are not shown.': finding((found) => found.filter(({ name }) => /^[\0-\u007F]*$/.test(name))),
  'same-name-once: Of plants with one name only one is shown.': finding((found) =>
    [...Map.groupBy(found, ({ name }) => name).values()].flatMap(([one]) => one ?? []),
  ),
  'same-plant-once: Of plants with one name and tag only one is shown.': finding((found) => [
    ...new Map(found.map((plant) => [JSON.stringify(plant), plant])).values(),
  ]),
  'shared-twice: What two callers may see, comes twice.': finding((_found, ask, each) => {
    const own = each.filter((plant) => sees(plant, ask))
    return bare(own.flatMap((plant) => (plant.seenBy.length > 1 ? [plant, plant] : [plant])))
  }),
  'nothing-second-caller: The second caller sees nothing.': [nothing, by('ben')],
  'cached-by-address: Lists are remembered by their address, whoever asked first.': keeping('findPlants', ({ url }) => url),
  'cached-by-limit: Lists with a limit are remembered, whoever asked first.': keeping('findPlants', (ask) => ask.limit?.toString()),
  'cached-by-connection: A connection shows what its first caller sees.': keeping('findPlants', ({ socket }) => socket),
  'cached-by-request-id: Requests of one X-Request-Id get one list.': keeping('findPlants', ({ headers }) => headers['x-request-id']),
  'caller-shared: Requests that are under way together share the last caller.': sharingCaller,
}

export const completed: Faults = {
  'everything-head: HEAD tells the length of a list of every plant.': [everything, method('HEAD')],
  'user-by-query: The parameter user says whose plants come.': [
    whoever((plant, { query }) => plant.seenBy.includes(query.get('user') ?? '')),
    parameter('user'),
  ],
  'page: The parameter page turns pages.': [
    finding((found, { query }) => found.slice(10 * Number(query.get('page')) - 10, 10 * Number(query.get('page')))),
    parameter('page'),
  ],
  'offset: The parameter offset leaves plants out.': [finding((found, { query }) => found.slice(Number(query.get('offset')))), parameter('offset')],
  "tag-of-others: The tag of another caller's list gets 304.": rememberingTags(() => ''),
}
