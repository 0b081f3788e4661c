/** Worlds over SQLite. */
import type { Store } from '../../src/index.ts'
import { openSqliteStore } from '../../src/sqlite/sqlite-store.ts'
import type { OpenWorld, World } from '../promises/world.ts'
import { executeRaw } from './raw-sqlite.ts'
import { quickDatabase } from './temporary.ts'

export const openSqliteWorld: OpenWorld = async () => {
  const database = quickDatabase()
  const clock = { now: Date.UTC(2030, 0, 1) }
  const stores: Store[] = []
  const open: World['open'] = ({ onRead, ...options } = {}) => {
    const store = openSqliteStore({ database, ...options }, () => clock.now, onRead)
    stores.push(store)
    return Promise.resolve(store)
  }
  return {
    store: await open(),
    clock,
    open,
    damageAccess: () =>
      Promise.try(() => executeRaw(database, "insert into plant_access values (1000, 1, 'Rose', null)")),
    close: async () => {
      // Closing twice is the caller's mistake, but a test may have closed a store itself.
      for (const each of stores) await each.close().catch(() => undefined)
    },
  }
}
