/** Worlds over PostgreSQL. */
import type { Store } from '../../src/index.ts'
import { openPostgresStore } from '../../src/postgres/postgres-store.ts'
import type { OpenWorld, World } from '../promises/world.ts'
import { executeRaw, quickDatabase, returnDatabase } from './databases.ts'

export const openPostgresWorld: OpenWorld = () => openWorldOver((url) => url)

/** A world whose stores connect to their database by another route. */
export async function openWorldOver(way: (url: string) => string): ReturnType<OpenWorld> {
  const url = await quickDatabase()
  const database = way(url)
  const clock = { now: Date.UTC(2030, 0, 1) }
  const stores: Store[] = []
  const open: World['open'] = async ({ onRead, ...options } = {}) => {
    const store = await openPostgresStore({ database, ...options }, () => clock.now, onRead)
    stores.push(store)
    return store
  }
  return {
    store: await open(),
    clock,
    open,
    damageAccess: () => executeRaw(url, "insert into plant_access values (1000, 1, 'Rose', null)"),
    close: async () => {
      // Closing twice is the caller's mistake, but a test may have closed a store itself.
      for (const each of stores) await each.close().catch(() => undefined)
      await returnDatabase(url)
    },
  }
}
