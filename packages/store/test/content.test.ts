/** The content of whole databases: read as of one moment, or beside a service; compared once it was written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reading } from '../src/admin/sql.ts'
import { replaceContent } from '../src/content/replace-content.ts'
import { ourTables } from '../src/content/tables.ts'
import { backup, describeDatabase, restore } from '../src/index.ts'
import { countContent } from '../src/content/count-content.ts'
import { engineOf } from '../src/open-store.ts'
import { postgresEngine } from '../src/postgres/engine.ts'
import { sqliteEngine } from '../src/sqlite/engine.ts'
import { engines, execute } from './databases.ts'
import { temporaryDatabase, temporaryPath } from './sqlite/temporary.ts'
import { refusedWith } from './promises/world.ts'
import { makeWorld } from './full-world.ts'

it('a copy that is not of one moment may lack what a service begins to write meanwhile', async () => {
  const { database } = await makeWorld('PostgreSQL')
  await execute(database, 'delete from token_use')
  const to = temporaryPath()
  await using source = await postgresEngine.openTarget(database)
  await using target = await sqliteEngine.openTarget(to)
  let begun: Promise<void> | undefined
  const afterRead = async <Rows>(sql: string, read: Promise<Rows>): Promise<Rows> => {
    const rows = await read
    if (sql.includes('token_use')) {
      begun ??= execute(database, 'insert into token_use (one, recorded_since) values (1, 1000)')
    }
    await begun
    return rows
  }
  const from: Reading = {
    ...source.database,
    row: (sql, ...parameters) => afterRead(sql, source.database.row(sql, ...parameters)),
    rows: (sql, ...parameters) => afterRead(sql, source.database.rows(sql, ...parameters)),
  }
  const digests = await target.database.change((tx) => replaceContent(tx, from))
  assert.ok(begun, 'a service has begun to write down the use of tokens')
  assert.equal(digests.get(ourTables().use)?.rows, 0)
})

for (const engine of engines) {
  it(`what is read in a snapshot is of one moment, over ${engine}`, async () => {
    const { database } = await makeWorld(engine)
    await using opened = await (await engineOf(database)).look(database)
    assert.ok(opened)
    await opened.database.snapshot(async (reading) => {
      const before = await countContent(reading)
      await execute(database, 'delete from plant_access; delete from plant; delete from token')
      assert.deepEqual(await countContent(reading), before)
    })
    assert.equal((await countContent(opened.database)).plants, 0)
  })
}

describe('a restore into a database without an audit trail', () => {
  for (const [action, sentence] of [
    ["before insert on plant begin select raise(abort, 'No plants'); end", /refused the change: No plants\./],
    [
      "after insert on plant when new.plant_id = 2 begin update plant set name = 'Weed' where plant_id = 2; end",
      /The table plant of .* would have other rows: something in the database changes what is written/,
    ],
  ] as const) {
    it(`is refused if something in it acts ${action.slice(0, 22)}`, async () => {
      const { database } = await makeWorld('PostgreSQL')
      const file = temporaryPath('backup.db')
      await backup({ database, to: file })
      const to = temporaryDatabase()
      await execute(to, `create trigger t ${action}`)
      await refusedWith('damaged', sentence, restore({ database: to, from: file }))
      assert.equal((await describeDatabase(to))?.plants, 0)
    })
  }
})
