/** Worlds over either engine: stores with a clock of their own over a fresh database. */
import { openStore, type OpenStoreOptions, type Store } from '../src/index.ts'
import { type Engine, quickDatabase } from './databases.ts'
import type { OpenWorld, World } from './promises/world.ts'

/** `way` leads from the address of a database to the one that its stores connect to. */
export function openWorldOver(engine: Engine, way = (database: string): string => database): OpenWorld {
  return async () => {
    const { database, release } = await quickDatabase(engine)
    const open = (options: OpenStoreOptions): Promise<Store> =>
      openStore({ ...options, database: way(database) })
    return openWorldIn(database, open, release)
  }
}

/** A world in an empty database, which `release` gets back. */
export async function openWorldIn(
  database: string,
  openIn: (options: OpenStoreOptions) => Promise<Store>,
  release: () => Promise<void>,
): ReturnType<OpenWorld> {
  const clock = { now: Date.UTC(2030, 0, 1) }
  const stores: Store[] = []
  const open: World['open'] = async (options) => {
    const store = await openIn({ ...options, database, now: () => clock.now })
    stores.push(store)
    return store
  }
  return {
    store: await open(),
    database,
    clock,
    open,
    close: async () => {
      // Closing twice is the caller's mistake, but a test may have closed a store itself.
      for (const each of stores) await each.close().catch(() => undefined)
      await release()
    },
  }
}
