/** Whatever is wrong with a database is found; histories show it of the access table. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Finding } from '../src/index.ts'
import { emptyDatabase, type Engine, engines, execute } from './databases.ts'
import { addPlants, withStore } from './promises/world.ts'

/** What is found in a database with a user and two plants, in which somebody ran this. */
async function findingsOf(engine: Engine, sql = ''): Promise<readonly Finding[]> {
  const database = await emptyDatabase(engine)
  await withStore({ database }, async (store) => {
    await store.addUser('ada')
    await addPlants(store, 'Rose:red', 'Oak')
    await store.grant({ user: 'ada' }, { name: 'Rose' })
  })
  await execute(database, sql)
  return withStore({ database }, (store) => Array.fromAsync(store.verify()))
}

const missing = 'is missing from what the migrations make'
const differs = 'differs from what the migrations make'
const foreign = 'not of Plant Store, and may change or refuse what is written'

const cases: readonly (readonly [what: string, engine: Engine, sql: string, found: readonly string[]])[] = [
  [
    'references to nothing',
    'SQLite',
    'pragma foreign_keys = off; delete from plant where plant_id = 2; insert into user_grant values (1, 2)',
    [
      'row ? of user_grant refers to nothing in plant',
      'plant 2 of user 1 is granted, but missing from the access table',
    ],
  ],
  [
    'that tables and indexes are not as the migrations made them',
    'SQLite',
    'drop index plant_by_name; alter table plant_access rename column tag to label',
    [
      `index plant_by_name on plant ${missing}`,
      `table plant_access ${differs}`,
      `column plant_access.tag ${missing}`,
      `${foreign}: column plant_access.label`,
    ],
  ],
  [
    'an index that does not match its table',
    'SQLite',
    `pragma writable_schema = on;
     update sqlite_schema set sql = 'CREATE INDEX plant_by_name on plant (name, tag)' where name = 'plant_by_name'`,
    [],
  ],
  [
    'missing tables',
    'PostgreSQL',
    'drop table token_use, last_id',
    [
      `table last_id ${missing}`,
      `table token_use ${missing}`,
      `index token_use_pkey on token_use ${missing}`,
      `column token_use.one ${missing}`,
      `column token_use.recorded_since ${missing}`,
    ],
  ],
  [
    'what was removed from our tables or added to them',
    'PostgreSQL',
    `drop index plant_by_name;
     alter table plant add column not_ours integer not null default 1, alter column tag type varchar(5);
     alter table membership drop constraint membership_user_id_fkey;
     alter table users drop constraint users_name_key;
     alter table plant_access disable row level security;
     create policy everybody on plant_access using (true)`,
    [
      `column plant.tag ${differs}: it is "character varying(5)", not "text collate "C""`,
      `index plant_by_name on plant ${missing}`,
      `table plant_access ${differs}: it is "", not "with row level security"`,
      `foreign key of membership to users ${missing}`,
      `index users_name_key on users ${missing}`,
      `${foreign}: column plant.not_ours, policy everybody on plant_access`,
    ],
  ],
]

describe('verify', () => {
  for (const [what, engine, sql, expected] of cases) {
    it(`finds ${what}, over ${engine}`, async () => {
      const found = await findingsOf(engine, sql)
      if (expected.length === 0)
        assert.ok(found.every((finding) => finding.what === 'integrity') && found.length > 0)
      else assert.deepEqual(new Set(found.map(({ detail }) => detail)), new Set(expected))
    })
  }

  it('reports a hundred faults of a kind, not a million', async () => {
    const many = `with recursive n (i) as (select 10 union all select i + 1 from n where i < 500)
      insert into plant_access (user_id, plant_id, name) select i, i, 'x' from n`
    for (const engine of engines) assert.equal((await findingsOf(engine, many)).length, 100)
  })
})
