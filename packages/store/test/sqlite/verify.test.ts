/** Whatever is wrong with a database is found, and the access table can be rebuilt. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openStore, type Store } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { addPlants, importText, sessionOf } from '../promises/world.ts'
import { executeRaw } from './raw-sqlite.ts'
import { temporaryDatabase } from './temporary.ts'

/**
 * Users ada (1, herself) and bob (2, through a group), who each see Rose (1) and Oak (2); nobody sees Fern (3). With
 * standing grants ada sees trees (2, 3) instead, and bob sees everything.
 */
async function makeWorld(isStanding = false): Promise<{ database: string; store: Store }> {
  const database = temporaryDatabase()
  const store = await openStore({ database })
  await importText(store, 'importUsers', '{"name":"ada"}\n{"name":"bob","groups":["garden"]}')
  if (isStanding) {
    await addPlants(store, 'Rose:flower', 'Oak:tree', 'Elm:tree')
    await store.grantStanding({ user: 'ada' }, { tag: 'tree' })
    await store.grantStanding({ group: 'garden' }, { all: true })
  } else {
    await addPlants(store, 'Rose:flower', 'Oak', 'Fern')
    await store.grant({ user: 'ada' }, { name: ['Rose', 'Oak'] })
    await store.grant({ group: 'garden' }, { name: ['Rose', 'Oak'] })
  }
  return { database, store }
}

const missing = 'is granted, but missing from the access table'
const unfounded = 'stands in the access table, but is not granted'
const outdated = 'has another name or tag in the access table'

/** The plants and users of the findings, as `plant of user`. */
const faults: readonly (readonly [fault: string, sql: string, problem: string, pairs: readonly string[]])[] =
  [
    ['a missing row', 'delete from plant_access where user_id = 1 and plant_id = 2', missing, ['2 of 1']],
    ['missing rows of a group', 'delete from plant_access where user_id = 2', missing, ['1 of 2', '2 of 2']],
    [
      'a row that nobody granted',
      "insert into plant_access values (2, 3, 'Fern', null)",
      unfounded,
      ['3 of 2'],
    ],
    ['a row of no user', "insert into plant_access values (9, 9, 'Fern', null)", unfounded, ['9 of 9']],
    [
      'another name',
      "update plant_access set name = 'Elm' where user_id = 1 and plant_id = 2",
      outdated,
      ['2 of 1'],
    ],
    [
      'a superfluous tag',
      "update plant_access set tag = 'tree' where user_id = 2 and plant_id = 2",
      outdated,
      ['2 of 2'],
    ],
    [
      'a missing tag',
      'update plant_access set tag = null where plant_id = 1',
      outdated,
      ['1 of 1', '1 of 2'],
    ],
  ]

const standingFaults: typeof faults = [
  ['a missing row', 'delete from plant_access where user_id = 1 and plant_id = 3', missing, ['3 of 1']],
  [
    'a missing row of a group',
    'delete from plant_access where user_id = 2 and plant_id = 1',
    missing,
    ['1 of 2'],
  ],
  [
    'a row that it does not reach',
    "insert into plant_access values (1, 1, 'Rose', 'flower')",
    unfounded,
    ['1 of 1'],
  ],
  ['a row of no plant', "insert into plant_access values (2, 9, 'Fern', null)", unfounded, ['9 of 2']],
  ['a row that outlives it', 'delete from user_standing_grant', unfounded, ['2 of 1', '3 of 1']],
]

describe('verify', () => {
  for (const isStanding of [false, true]) {
    for (const [fault, sql, problem, pairs] of isStanding ? standingFaults : faults) {
      const of = isStanding ? ' of a standing grant' : ''
      it(`finds ${fault}${of}, and rebuilding the access table repairs it, with new revisions`, async () => {
        const { database, store } = await makeWorld(isStanding)
        const { secret } = await store.createToken('ada', 'test')
        assert.deepEqual(await collect(store.verify()), [])
        const before = await sessionOf(store, secret)
        executeRaw(database, sql)
        const found = await collect(store.verify())
        assert.deepEqual(
          found.map(({ what, detail }) => `${what}: ${detail}`),
          pairs.map((pair) => `access: plant ${pair.replace('of', 'of user')} ${problem}`),
        )
        assert.equal(await store.rebuildAccess(), pairs.length)
        assert.deepEqual(await collect(store.verify()), [])
        assert.notEqual((await sessionOf(store, secret)).revision, before.revision)
        await store.close()
      })
    }
  }

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
