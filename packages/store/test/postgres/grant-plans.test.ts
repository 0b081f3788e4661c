/** The cost of grants: one plant is found by an index, however many plants there are. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openStore, type Store } from '../../src/index.ts'
import { addPlants } from '../promises/world.ts'
import { migratedDatabase, readRaw } from './databases.ts'

it('a grant of one plant does not read all plants', async () => {
  const database = await migratedDatabase()
  /** How many plants `work` reads sequentially. The server counts them when a connection has ended. */
  const plantsRead = async (work: (store: Store) => Promise<unknown>): Promise<number> => {
    const sql = "select seq_tup_read::int from pg_stat_user_tables where relname = 'plant'"
    const before = await readRaw(database, sql)
    const store = await openStore({ database })
    try {
      await work(store)
    } finally {
      await store.close()
    }
    const after = await readRaw(database, sql)
    return Number(after[0]?.['seq_tup_read']) - Number(before[0]?.['seq_tup_read'])
  }
  const names = Array.from({ length: 2000 }, (_, nth) => `plant ${nth}`)
  await plantsRead(async (store) => {
    await addPlants(store, ...names)
    await store.addUser('ada')
  })
  assert.equal(await plantsRead((store) => store.grant({ user: 'ada' }, { name: 'plant 7' })), 0)
})
