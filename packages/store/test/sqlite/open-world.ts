/** Worlds over SQLite. */
import type { Store } from '../../src/index.ts'
import { openSqliteStore } from '../../src/sqlite/sqlite-store.ts'
import type { OpenWorld } from '../promises/world.ts'
import { quickDatabase } from './temporary.ts'

export const openSqliteWorld: OpenWorld = async () => {
  const database = quickDatabase()
  const clock = { now: Date.UTC(2030, 0, 1) }
  const stores: Store[] = []
  const open = (): Promise<Store> => {
    const store = openSqliteStore({ database }, () => clock.now)
    stores.push(store)
    return Promise.resolve(store)
  }
  return {
    store: await open(),
    clock,
    open,
    close: async () => {
      // Closing twice is a mistake of the caller; a test may have closed one itself.
      for (const each of stores) await each.close().catch(() => undefined)
    },
  }
}
