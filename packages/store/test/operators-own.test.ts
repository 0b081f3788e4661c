/** What an operator has added to the database is named, stands in the way of no backup, and is reported if it refuses a change. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { backup, restore } from '../src/index.ts'
import { emptyDatabase, engines, execute } from './databases.ts'
import { refusedWith, withStore } from './promises/world.ts'
import { temporaryPath } from './sqlite/temporary.ts'

/** SQL for both engines. */
const additions = `
  create table pot (plant_id bigint references plant);
  alter table token add column y text;
  create unique index i on plant (tag, key);`
const triggers = {
  SQLite: 'create trigger t after insert on plant begin delete from audit; end',
  PostgreSQL: `create function f() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger t before insert on plant for each row execute function f();
    create rule r as on delete to plant do instead nothing`,
}

const findingsOf = (database: string): Promise<readonly string[]> =>
  withStore({ database }, async (store) =>
    (await Array.fromAsync(store.verify())).map(({ detail }) => detail),
  )

for (const engine of engines) {
  it(`what is on our tables and not of Plant Store is named, and is not in a backup, over ${engine}`, async () => {
    const database = await emptyDatabase(engine)
    await execute(database, `${additions} ${triggers[engine]}`)
    const [detail = '', ...more] = await findingsOf(database)
    assert.deepEqual(more, [])
    const [told, names = ''] = detail.split(': ')
    assert.equal(told, 'not of Plant Store, and may change or refuse what is written')
    const rule = engine === 'PostgreSQL' ? ['rule r on plant'] : []
    assert.deepEqual(
      new Set(names.split(', ')),
      new Set([
        'foreign key of pot to plant',
        'column token.y',
        'index i on plant',
        'trigger t on plant',
        ...rule,
      ]),
    )
    const to = temporaryPath('backup.db')
    if (engine === 'SQLite') await execute(database, 'pragma foreign_keys = off; insert into pot values (9)')
    await backup({ database, to })
    const restored = temporaryPath()
    await restore({ database: restored, from: to })
    assert.deepEqual(await findingsOf(restored), [])
  })
}

it('a constraint of the operator that refuses a change is reported with its reason, over PostgreSQL', async () => {
  const database = await emptyDatabase('PostgreSQL')
  await execute(database, 'alter table users add constraint short check (length(name) < 3)')
  await withStore({ database }, async (store) => {
    const sentence = /refused the change: .*"short"\. Nothing was changed/
    await refusedWith('damaged', sentence, store.addUser('ada'))
    assert.deepEqual(await Array.fromAsync(store.users()), [])
  })
})
