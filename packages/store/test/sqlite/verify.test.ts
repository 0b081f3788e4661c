/** Whatever is wrong with a file is found; histories show it of the access table. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openStore, type Store } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { addPlants, importText } from '../promises/world.ts'
import { executeRaw } from './raw-sqlite.ts'
import { temporaryDatabase } from './temporary.ts'

/** Users ada and bob, bob through a group, each see Rose and Oak; nobody sees Fern. */
async function makeWorld(): Promise<{ database: string; store: Store }> {
  const database = temporaryDatabase()
  const store = await openStore({ database })
  await importText(store, 'importUsers', '{"name":"ada"}\n{"name":"bob","groups":["garden"]}')
  await addPlants(store, 'Rose:flower', 'Oak', 'Fern')
  await store.grant({ user: 'ada' }, { name: ['Rose', 'Oak'] })
  await store.grant({ group: 'garden' }, { name: ['Rose', 'Oak'] })
  return { database, store }
}

describe('verify', () => {
  it('finds nothing wrong with what the store has made', async () => {
    const { store } = await makeWorld()
    assert.deepEqual(await collect(store.verify()), [])
    assert.equal(await store.rebuildAccess(), 0)
    await store.close()
  })

  it('finds references to nothing', async () => {
    const { database, store } = await makeWorld()
    executeRaw(
      database,
      'pragma foreign_keys = off; delete from plant where plant_id = 3; insert into user_grant values (1, 3)',
    )
    const found = await collect(store.verify())
    assert.ok(
      found.some(
        ({ what, detail }) =>
          what === 'foreign-key' && detail.includes('user_grant refers to nothing in plant'),
      ),
    )
    await store.close()
  })

  it('finds that tables and indexes are not as the migrations made them', async () => {
    const { database, store } = await makeWorld()
    executeRaw(database, 'drop index plant_by_name; alter table plant_access rename column tag to label')
    const found = await collect(store.verify())
    assert.deepEqual(found.flatMap(({ what, detail }) => (what === 'schema' ? detail : [])).toSorted(), [
      'column plant_access.tag is missing from what the migrations make',
      'index plant_by_name on plant is missing from what the migrations make',
      'table plant_access differs from what the migrations make',
    ])
    await store.close()
  })

  it('finds an index that does not match its table', async () => {
    const { database, store } = await makeWorld()
    executeRaw(
      database,
      `pragma writable_schema = on;
       update sqlite_schema set sql = 'CREATE INDEX plant_by_name on plant (name, tag)' where name = 'plant_by_name'`,
    )
    await store.close()
    const again = await openStore({ database })
    const found = await collect(again.verify())
    assert.ok(found.some(({ what }) => what === 'integrity'))
    await again.close()
  })

  it('reports a hundred faults of a kind, not a million', async () => {
    const { database, store } = await makeWorld()
    executeRaw(
      database,
      `with recursive n (i) as (select 10 union all select i + 1 from n where i < 500)
       insert into plant_access select i, i, 'x', null from n`,
    )
    assert.equal((await collect(store.verify())).length, 100)
    await store.close()
  })
})
