/** What an operator has added to the database: it is named for what it is, and why it refuses a change is reported. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { backup, restore } from '../src/index.ts'
import { migratedDatabase, readRaw as executePostgres } from './postgres/databases.ts'
import { refusedWith, withStore } from './promises/world.ts'
import { executeRaw as executeSqlite, temporaryDatabase, temporaryPath } from './sqlite/temporary.ts'

const acts = 'it may change or refuse what is written'

/** SQL for SQLite and for PostgreSQL, and what verify says. Other tables in a schema of PostgreSQL are others' matter. */
const additions: readonly (readonly [
  sqlite: string,
  postgres: string,
  told: string,
  reportedByPostgres?: '',
])[] = [
  ['create index i on plant (tag, key)', '', 'note: index i on plant'],
  ['create unique index i on plant (tag, key)', '', `warning: index i on plant; ${acts}`],
  ['create table _litestream_seq (id integer primary key)', '', 'note: table _litestream_seq', ''],
  ['create view names as select name from plant', '', 'note: view names', ''],
  [
    'create table pot (plant_id bigint references plant)',
    '',
    `warning: foreign key of pot to plant; ${acts}`,
  ],
  ['alter table token add column y text', '', 'note: column token.y'],
  ["alter table token add column y text not null default ''", '', `warning: column token.y; ${acts}`],
  [
    'create trigger t after insert on plant begin delete from audit; end',
    `create function f() returns trigger language plpgsql as $$ begin return new; end $$;
     create trigger t before insert on plant for each row execute function f()`,
    `warning: trigger t on plant; ${acts}`,
  ],
  ['', 'create rule r as on delete to plant do instead nothing', `warning: rule r on plant; ${acts}`],
]

/** The findings about what is not ours, as text. */
async function foreignTo(database: string): Promise<readonly string[]> {
  const found = await withStore({ database, readOnly: true }, (store) => Array.fromAsync(store.verify()))
  return found.map(({ what, detail }) => `${what}: ${detail}`.replace('not of Plant Store: ', ''))
}

describe('what is not of Plant Store is named, and stands in the way of nothing', () => {
  for (const [sqlite, postgres, told, reportedByPostgres = told] of additions) {
    const itOverSqlite = sqlite === '' ? () => {} : it
    itOverSqlite(`${told}, over SQLite`, async () => {
      const database = temporaryDatabase()
      executeSqlite(database, sqlite)
      const found = await foreignTo(database)
      assert.ok(found.includes(told), found.join('\n'))
      const to = temporaryPath('backup.db')
      const { foreign } = await backup({ database, to })
      assert.equal(foreign.length, found.length)
      const restored = temporaryPath()
      await restore({ database: restored, from: to })
      assert.deepEqual(await foreignTo(restored), [])
    })

    it(`${told}, over PostgreSQL`, async () => {
      const database = await migratedDatabase()
      await executePostgres(database, postgres || sqlite)
      const found = reportedByPostgres === '' ? [] : [told]
      assert.deepEqual(await foreignTo(database), found)
      const { foreign } = await backup({ database, to: temporaryPath('backup.db') })
      assert.equal(foreign.length, found.length)
    })
  }

  it('and a reference of a foreign table to nothing is no damage', async () => {
    const database = temporaryDatabase()
    executeSqlite(
      database,
      'pragma foreign_keys = off; create table pot (p references plant); insert into pot values (9)',
    )
    await backup({ database, to: temporaryPath('backup.db') })
  })
})

it('a constraint of the operator that refuses a change is reported with its reason, over PostgreSQL', async () => {
  const database = await migratedDatabase()
  await executePostgres(database, 'alter table users add constraint short check (length(name) < 3)')
  await withStore({ database }, async (store) => {
    const sentence = /refused the change: .*"short"\. Nothing was changed; run verify/
    await refusedWith('damaged', sentence, store.addUser('ada'))
    assert.deepEqual(await Array.fromAsync(store.users()), [])
  })
})
