/** Constraints, columns and triggers that an operator has added to our tables, and that refuse a change. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openStore } from '../src/index.ts'
import { collect } from './collect.ts'
import { executeRaw as executePostgres, migratedDatabase } from './postgres/databases.ts'
import { refusedWith } from './promises/world.ts'
import { executeRaw as executeSqlite } from './sqlite/raw-sqlite.ts'
import { temporaryDatabase } from './sqlite/temporary.ts'

async function assertRefuses(database: string, told: string): Promise<void> {
  const store = await openStore({ database })
  try {
    const sentence = new RegExp(`refused the change: ${told}\\. Nothing was changed; run verify`)
    await refusedWith('damaged', sentence, store.addUser('ada'))
    assert.deepEqual(await collect(store.users()), [])
  } finally {
    await store.close()
  }
}

describe('an addition of the operator that refuses a change is reported with its reason', () => {
  it('a trigger over SQLite', async () => {
    const database = temporaryDatabase()
    const refuse = "select raise(abort, 'nobody new')"
    executeSqlite(database, `create trigger closed before insert on users begin ${refuse}; end`)
    await assertRefuses(database, 'nobody new')
  })

  for (const [kind, sql, told] of [
    ['constraint', 'alter table users add constraint short check (length(name) < 3)', '.*"short"'],
    ['column', 'alter table users add column desk text not null', '.*"desk".*'],
    [
      'trigger',
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'nobody new'; end $$;
       create trigger closed before insert on users for each row execute function refuse()`,
      'nobody new',
    ],
  ] as const) {
    it(`a ${kind} over PostgreSQL`, async () => {
      const database = await migratedDatabase()
      await executePostgres(database, sql)
      await assertRefuses(database, told)
    })
  }
})
