/** What `verify` finds in a PostgreSQL database whose tables somebody changed by hand. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openStore } from '../../src/index.ts'
import { openDatabase } from '../../src/postgres/open-database.ts'
import { readSchema } from '../../src/postgres/schema.ts'
import { collect } from '../collect.ts'
import { executeRaw, migratedDatabase } from './databases.ts'

it('the expected schema is the one that the migrations make', async () => {
  const database = openDatabase({ database: await migratedDatabase() })
  const { found, expected } = await readSchema(database)
  await database.close()
  assert.deepEqual(new Map(found), expected)
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
  const differs = 'differs from what the migrations make'
  assert.deepEqual(
    new Set(found.map(({ detail }) => detail).filter((detail) => !detail.includes('audit'))),
    new Set([
      `column plant.tag ${differs}: it is "character varying(5)", not "text collate "C""`,
      'index plant_by_name on plant is missing from what the migrations make',
      `table plant_access ${differs}: it is "", not "with row level security"`,
      'check users_name_check on users is missing from what the migrations make',
      'not of Plant Store: column plant.height; it may change or refuse what is written',
      'not of Plant Store: policy everybody on plant_access; it may change or refuse what is written',
      'not of Plant Store: check short on users; it may change or refuse what is written',
    ]),
  )
  assert.ok(found.some(({ detail }) => detail === 'table audit is missing from what the migrations make'))
})
