/** Whatever is wrong with a database is found, and the access table can be rebuilt. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openStore, type Store } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { addPlants, importText, namesSeen, sessionOf } from '../promises/world.ts'
import { executeRaw } from './raw-sqlite.ts'
import { temporaryDatabase } from './temporary.ts'

/** Users ada (1, herself) and bob (2, through a group), who each see Rose (1) and Oak (2); nobody sees Fern (3). */
async function makeWorld(): Promise<{ database: string; store: Store }> {
  const database = temporaryDatabase()
  const store = await openStore({ database })
  await addPlants(store, 'Rose:flower', 'Oak', 'Fern')
  await importText(store, 'importUsers', '{"name":"ada"}\n{"name":"bob","groups":["garden"]}')
  for (const name of ['Rose', 'Oak']) {
    await store.grant({ user: 'ada' }, { name })
    await store.grant({ group: 'garden' }, { name })
  }
  return { database, store }
}

const faults = [
  [
    'a missing row',
    'delete from plant_access where user_id = 1 and plant_id = 2',
    ['access: plant 2 of user 1 is granted, but missing from the access table'],
    1,
  ],
  [
    'a missing row of a group',
    'delete from plant_access where user_id = 2',
    [
      'access: plant 1 of user 2 is granted, but missing from the access table',
      'access: plant 2 of user 2 is granted, but missing from the access table',
    ],
    2,
  ],
  [
    'a row that nobody granted',
    "insert into plant_access values (2, 3, 'Fern', null)",
    ['access: plant 3 of user 2 stands in the access table, but is not granted'],
    1,
  ],
  [
    'a row of no user',
    "insert into plant_access values (9, 9, 'Fern', null)",
    ['access: plant 9 of user 9 stands in the access table, but is not granted'],
    1,
  ],
  [
    'another name',
    "update plant_access set name = 'Elm' where user_id = 1 and plant_id = 2",
    ['access: plant 2 of user 1 has another name or tag in the access table'],
    1,
  ],
  [
    'a superfluous tag',
    "update plant_access set tag = 'tree' where user_id = 2 and plant_id = 2",
    ['access: plant 2 of user 2 has another name or tag in the access table'],
    1,
  ],
  [
    'a missing tag',
    'update plant_access set tag = null where plant_id = 1',
    [
      'access: plant 1 of user 1 has another name or tag in the access table',
      'access: plant 1 of user 2 has another name or tag in the access table',
    ],
    2,
  ],
] as const

/** Rows of ada (1), who sees trees (2, 3), and bob (2), who sees everything, both by standing grants. */
const standingFaults = [
  [
    'a missing row of a standing grant',
    'delete from plant_access where user_id = 1 and plant_id = 3',
    ['access: plant 3 of user 1 is granted, but missing from the access table'],
  ],
  [
    'a missing row of a standing grant of a group',
    'delete from plant_access where user_id = 2 and plant_id = 1',
    ['access: plant 1 of user 2 is granted, but missing from the access table'],
  ],
  [
    'a row that no standing grant reaches',
    "insert into plant_access values (1, 1, 'Rose', 'flower')",
    ['access: plant 1 of user 1 stands in the access table, but is not granted'],
  ],
  [
    'a row of a plant that does not exist',
    "insert into plant_access values (2, 9, 'Fern', null)",
    ['access: plant 9 of user 2 stands in the access table, but is not granted'],
  ],
  [
    'a row that outlives its standing grant',
    'delete from user_standing_grant',
    [
      'access: plant 2 of user 1 stands in the access table, but is not granted',
      'access: plant 3 of user 1 stands in the access table, but is not granted',
    ],
  ],
] as const

describe('verify', () => {
  for (const [fault, sql, findings] of standingFaults) {
    it(`finds ${fault}, and rebuilding the access table repairs it`, async () => {
      const database = temporaryDatabase()
      const store = await openStore({ database })
      await addPlants(store, 'Rose:flower', 'Oak:tree', 'Elm:tree')
      await importText(store, 'importUsers', '{"name":"ada"}\n{"name":"bob","groups":["garden"]}')
      await store.grantStanding({ user: 'ada' }, { tag: 'tree' })
      await store.grantStanding({ group: 'garden' }, { all: true })
      assert.deepEqual(await collect(store.verify()), [])
      executeRaw(database, sql)
      const found = await collect(store.verify())
      assert.deepEqual(
        found.map(({ what, detail }) => `${what}: ${detail}`),
        findings,
      )
      assert.equal(await store.rebuildAccess(), findings.length)
      assert.deepEqual(await collect(store.verify()), [])
      await store.close()
    })
  }

  it('finds nothing wrong with what the store has made', async () => {
    const { store } = await makeWorld()
    assert.deepEqual(await collect(store.verify()), [])
    assert.equal(await store.rebuildAccess(), 0)
    await store.close()
  })

  for (const [fault, sql, findings, rows] of faults) {
    it(`finds ${fault}, and rebuilding the access table repairs it, with new revisions`, async () => {
      const { database, store } = await makeWorld()
      const { secret } = await store.createToken('ada', 'test')
      executeRaw(database, sql)
      const found = await collect(store.verify())
      assert.deepEqual(
        found.map(({ what, detail }) => `${what}: ${detail}`),
        findings,
      )
      const before = await sessionOf(store, secret)
      assert.equal(await store.rebuildAccess(), rows)
      assert.deepEqual(await collect(store.verify()), [])
      assert.notEqual((await sessionOf(store, secret)).revision, before.revision)
      assert.deepEqual(await namesSeen(store, secret), ['Rose', 'Oak'])
      await store.close()
    })
  }

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
