/** What is sent to the contenders. */
import type { LoadRequest } from './load.ts'
import type { World } from './world.ts'

/** One kind of load. */
export interface Load {
  readonly name: string
  /** Of the plan's seconds, how much of each round. */
  readonly share: number
  readonly requests: readonly LoadRequest[]
  /** Changes of the database, by another process, meanwhile. */
  readonly changesPerSecond: number
}

const path = '/plants?limit=20'

/** From the kindest to caches to the one that leaves nothing in them. */
export function listLoads(world: Pick<World, 'everything' | 'tokens'>): readonly Load[] {
  const crowd = shuffle(world.tokens).map((token) => ({ path, token }))
  return [
    {
      name: 'one user',
      share: 1,
      requests: [{ path, token: world.everything }],
      changesPerSecond: 0,
    },
    { name: 'many users', share: 0.5, requests: crowd, changesPerSecond: 0 },
    { name: 'many users, changing data', share: 0.5, requests: crowd, changesPerSecond: 1000 },
  ]
}

/** The same order in every run: a figure can be had again. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  let state = 1
  const next = (): number => {
    // Numbers of Lehmer's generator, as Park and Miller set it.
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return items
    .map((item) => ({ item, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
