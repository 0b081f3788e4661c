/** Names stored before there was one Unicode form for them are found by either form, and none is created twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { addPlants, importText, plantsOf, refusedWith } from '../promises/world.ts'
import { executeRaw } from './raw-sqlite.ts'
import { temporaryDatabase } from './temporary.ts'

const composed = 'Zo\u00EB'
const decomposed = 'Zoe\u0308'
const marked = 'Noor\u200F'

test('old names are found, and keep their form', async () => {
  const database = temporaryDatabase()
  executeRaw(
    database,
    `insert into users (name, created_at) values ('${decomposed}', 0), ('${marked}', 0);
     insert into groups (name, created_at) values ('${decomposed}', 0);`,
  )
  const store = await openStore({ database })
  try {
    await addPlants(store, 'Rose', 'Oak')
    for (const name of [composed, decomposed]) {
      await refusedWith('conflict', /already/, store.addUser(name))
      await refusedWith('conflict', /already/, store.addGroup(name))
      const line = JSON.stringify({ name, groups: [name] })
      assert.equal((await importText(store, 'importUsers', line)).added, 0)
    }
    await store.grant({ group: composed }, { name: 'Rose' })
    const grants = [
      { user: composed, name: 'Oak' },
      { user: marked, all: true },
    ].map((line) => JSON.stringify(line))
    assert.equal((await importText(store, 'importGrants', grants.join('\n'))).problems, 0)
    assert.equal((await plantsOf(store, composed)).length, 2)
    assert.equal((await plantsOf(store, marked)).length, 2)
    const users = await collect(store.users())
    assert.deepEqual(
      users.map(({ name, groups }) => ({ name, groups })),
      [
        { name: decomposed, groups: [decomposed] },
        { name: marked, groups: [] },
      ],
    )
  } finally {
    await store.close()
  }
})
