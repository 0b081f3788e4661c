/** What `verify` finds in a PostgreSQL database whose tables somebody changed by hand. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openStore } from '../../src/index.ts'
import { expectedSchema } from '../../src/postgres/expected-schema.ts'
import { openDatabase } from '../../src/postgres/open-database.ts'
import { readSchema } from '../../src/postgres/verify-schema.ts'
import { collect } from '../collect.ts'
import { executeRaw, migratedDatabase } from './databases.ts'

it('the expected schema is the one that the migrations make', async () => {
  const database = openDatabase({ database: await migratedDatabase() })
  const made = await readSchema(database)
  await database.close()
  assert.deepEqual(
    made.map(([, text]) => text),
    expectedSchema,
  )
})

it('what was removed from our tables or added to them is found', async () => {
  const database = await migratedDatabase()
  await executeRaw(
    database,
    `drop table audit; drop index plant_by_name;
     alter table plant add column height integer not null default 1, alter column tag type varchar(5);
     alter table users drop constraint users_name_check, add constraint short check (length(name) < 5);
     alter table plant_access disable row level security;
     create policy everybody on plant_access using (true)`,
  )
  const store = await openStore({ database })
  const found = await collect(store.verify())
  await store.close()
  assert.deepEqual(new Set(found.map(({ what }) => what)), new Set(['schema']))
  assert.deepEqual(
    found.map(({ detail }) => detail).filter((detail) => !detail.includes('audit')),
    [
      'column plant.tag text collate "C" is missing from what the migrations make',
      'index plant_by_name on plant is missing from what the migrations make',
      'table plant_access with row level security is missing from what the migrations make',
      'check users_name_check on users is missing from what the migrations make',
      'column plant.height integer not null is unknown to what the migrations make',
      'column plant.tag character varying(5) is unknown to what the migrations make',
      'policy everybody on plant_access is unknown to what the migrations make',
      'table plant_access is unknown to what the migrations make',
      'check short on users is unknown to what the migrations make',
    ],
  )
  assert.ok(found.some(({ detail }) => detail === 'table audit is missing from what the migrations make'))
})

it("other programs' tables, and an additional index, are no problem", async () => {
  const database = await migratedDatabase()
  await executeRaw(database, 'create table extra (id bigint); create index plant_by_key on plant (tag, key)')
  const store = await openStore({ database })
  assert.deepEqual(await collect(store.verify()), [])
  await store.close()
})
