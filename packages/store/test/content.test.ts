/** The content of whole databases: read as of one moment, and compared once it was written. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { backup, describeDatabase, restore } from '../src/index.ts'
import { countContent } from '../src/content/count-content.ts'
import { engineOf } from '../src/open-store.ts'
import { engines, execute } from './databases.ts'
import { temporaryDatabase, temporaryPath } from './sqlite/temporary.ts'
import { refusedWith } from './promises/world.ts'
import { makeWorld } from './full-world.ts'

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

it('a restore into a database without an audit trail is refused if something in it changes what is written', async () => {
  const { database } = await makeWorld('PostgreSQL')
  const file = temporaryPath('backup.db')
  await backup({ database, to: file })
  const to = temporaryDatabase()
  await execute(
    to,
    `create trigger t after insert on plant when new.plant_id = 2
     begin update plant set name = 'Weed' where plant_id = 2; end`,
  )
  const sentence =
    /The table plant of .* would have other rows: something in the database changes what is written/
  await refusedWith('damaged', sentence, restore({ database: to, from: file }))
  assert.equal((await describeDatabase(to))?.plants, 0)
})
