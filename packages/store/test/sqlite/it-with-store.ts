/** Starts tests of backups and restores with a small store. */
import { it } from 'node:test'
import { openStore, type Store } from '../../src/index.ts'
import { addPlants } from '../promises/world.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

/** A store of two plants, and a user who sees them. */
interface SmallStore {
  readonly database: string
  readonly store: Store
  /** The user's token. */
  readonly secret: string
  /** Where the backup is to be written; nothing is there yet. */
  readonly file: string
}

/** A test with a store of its own, which is closed afterwards. */
export function itWithStore(name: string, test: (own: SmallStore) => Promise<void>): void {
  it(name, async () => {
    const database = temporaryDatabase()
    const store = await openStore({ database })
    try {
      await store.addUser('ada')
      await addPlants(store, 'Rose:flower', 'Oak')
      await store.grant({ user: 'ada' }, { all: true })
      const { secret } = await store.createToken('ada', 'test')
      await test({ database, store, secret, file: temporaryPath('backup.db') })
    } finally {
      await store.close()
    }
  })
}
