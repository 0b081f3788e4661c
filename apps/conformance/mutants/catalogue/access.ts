/** Access: plants that a caller may not see, and plants that are missing. */
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
  'everything: Every caller sees every plant.': everything,
  'everything-second-caller: The second caller sees every plant.': [everything, by('ben')],
  'everything-without-access: A caller without access to any plant sees every plant.': [everything, by('cleo')],
  'everything-largest: The largest limit returns every plant.': [everything, limit((n) => n === 2_147_483_647)],
  'everything-seldom: Every twelfth request returns every plant.': [everything, every(12)],
  'everything-late: After fifty requests every caller sees every plant.': [everything, after(50)],
  'everything-together: While four requests are in progress, every caller sees every plant.': [everything, together(4)],
  "filled-up: Where the limit exceeds the caller's list, the list is filled up with plants that the caller may not see.": [
    finding((found, ask, each) => [...found, ...bare(each.filter((plant) => !sees(plant, ask)))]),
    limited,
  ],
  'union: Every caller sees what any caller sees.': whoever((plant) => plant.seenBy.length > 0),
  "union-second-caller: The second caller also sees the first caller's plants.": [
    whoever((plant, ask) => sees(plant, ask) || plant.seenBy.includes('ana')),
    by('ben'),
  ],
  'common-only: Callers see only the plants that they share with another caller.': whoever(
    (plant, ask) => sees(plant, ask) && plant.seenBy.length > 1,
  ),
  "first-for-all: Every caller sees the first caller's plants.": seenBy('ana'),
  "others-instead: The second caller sees the first caller's plants instead of their own.": [seenBy('ana'), by('ben')],
  "swapped: The first two callers see each other's plants instead of their own.": [
    seenBy(({ caller }) => (caller?.name === 'ana' ? 'ben' : 'ana')),
    not(by('cleo')),
  ],
  'one-more-locked: The first caller sees a plant that nobody may see.': [oneMore('The locked oak'), by('ana')],
  "one-more-of-others: The first caller sees one of the second caller's plants.": [oneMore('Ivy'), by('ana')],
  'one-more-without-access: A caller without access to any plant sees one plant.': [oneMore('Elder'), by('cleo')],
  'one-more-limit: With a limit, the first caller sees a plant of another caller.': [oneMore('Herb Robert'), by('ana'), limited],
  'one-fewer-last: The last plant is missing for every caller.': shorter,
  'one-fewer-first: The first plant is missing for the second caller.': [finding((found) => found.slice(1)), by('ben')],
  'one-fewer-middle: The tenth plant is missing for the first caller.': [finding((found) => found.toSpliced(9, 1)), by('ana')],
  'one-fewer-seldom: Every tenth list lacks its last plant.': [shorter, every(10)],
  'shared-missing: The second caller does not see the plants shared with another caller.': [
    whoever((plant) => plant.seenBy.join() === 'ben'),
    by('ben'),
  ],
  'untagged-missing: Plants without a tag are not shown.': finding((found) => found.filter(({ tag }) => tag !== undefined)),
  'unusual-missing: Plants whose names are not ASCII are not shown.': finding((found) => found.filter(({ name }) => /^[\0-\u007F]*$/.test(name))),
  'same-name-once: Of several plants with the same name only one is shown.': finding((found) =>
    [...Map.groupBy(found, ({ name }) => name).values()].flatMap(([one]) => one ?? []),
  ),
  'same-plant-once: Of several plants with the same name and tag only one is shown.': finding((found) => [
    ...new Map(found.map((plant) => [JSON.stringify(plant), plant])).values(),
  ]),
  'shared-twice: Plants that two callers may see are listed twice.': finding((_found, ask, each) => {
    const own = each.filter((plant) => sees(plant, ask))
    return bare(own.flatMap((plant) => (plant.seenBy.length > 1 ? [plant, plant] : [plant])))
  }),
  'nothing-second-caller: The second caller sees nothing.': [nothing, by('ben')],
  'cached-by-address: Lists are cached by request target, whoever the caller is.': keeping('findPlants', ({ url }) => url),
  'cached-by-limit: Lists with a limit are cached by that limit, whoever the caller is.': keeping('findPlants', (ask) => ask.limit?.toString()),
  'cached-by-connection: Every caller on a connection gets the list of its first caller.': keeping('findPlants', ({ socket }) => socket),
  'cached-by-request-id: Requests with the same X-Request-Id get the same list, whoever the caller is.': keeping(
    'findPlants',
    ({ headers }) => headers['x-request-id'],
  ),
  'caller-shared: Requests in progress at the same time are all answered for the last caller.': sharingCaller,
}

export const completed: Faults = {
  'everything-head: HEAD states the length of a list of every plant.': [everything, method('HEAD')],
  'user-by-query: The query parameter user decides whose plants are listed.': [
    seenBy(({ query }) => query.get('user') ?? undefined),
    parameter('user'),
  ],
  'page: The query parameter page selects a page of ten plants.': [
    finding((found, { query }) => found.slice(10 * Number(query.get('page')) - 10, 10 * Number(query.get('page')))),
    parameter('page'),
  ],
  'offset: The query parameter offset skips plants.': [finding((found, { query }) => found.slice(Number(query.get('offset')))), parameter('offset')],
  "tag-of-others: The tag of another caller's list gets 304.": rememberingTags(() => ''),
}
